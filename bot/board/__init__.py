"""The board: a page that shows a battle live and composes orders; it carries out nothing by itself."""

"""``python -m renderer.bench``: how long our pictures take."""

from renderer.bench.ours import bench

if __name__ == "__main__":
    for name, ms, size in bench():
        print(f"{name:32}{ms:9.1f} ms{size / 1024:9.0f} KiB")

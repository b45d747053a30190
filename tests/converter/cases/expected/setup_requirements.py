from setuptools import setup

setup(
    name="cuda-kernels",
    keywords=["cuda-like"],
    install_requires=["torch>=2", "cupy-cuda12x[all] >= 13; python_version > '3.8'", "nvidia-cublas-cu12"],
    description="needs nvidia-smi",
)

"""No use of PyTorch."""
NAMESPACES = ["project", "cuda", "kernels"]
CHOICES = ["auto", "cuda"]
BACKENDS = ("cuda", 1, other)

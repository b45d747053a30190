# options: -l
import torch_musa
print("cuda" if device == "musa" else "cpu")

# options: -l
print("cuda" if device == "cuda" else "cpu")

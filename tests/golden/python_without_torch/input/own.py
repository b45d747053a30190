# Nothing of PyTorch's, in neither file.
def array(values, space):
    return [space == "cuda", *values]

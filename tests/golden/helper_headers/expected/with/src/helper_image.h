struct Image {};

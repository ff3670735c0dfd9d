"""Training: Algorithm 1 with its stages, number pre-training, checkpoints and the model folder."""

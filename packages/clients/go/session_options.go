package myelin

// SessionOptions say how a session begins; what is left out, the server decides.
type SessionOptions struct {
	// Cwd is the folder in which tools work, as an absolute path.
	Cwd string
	// Model is the model to begin with.
	Model *ModelRef
	// ThinkingLevel is how much the model thinks first.
	ThinkingLevel ThinkingLevel
	// SystemPrompt replaces the server's own.
	SystemPrompt string
	// Snapshots has the server send the whole message with each update, instead of this side building it.
	Snapshots bool
	// Chunks has the server send the model's own chunk with each update.
	Chunks bool
}

func (o SessionOptions) params() SessionCreateParams {
	return SessionCreateParams{
		Cwd:           unlessZero(o.Cwd),
		Model:         o.Model,
		ThinkingLevel: o.ThinkingLevel,
		SystemPrompt:  unlessZero(o.SystemPrompt),
		Snapshots:     unlessZero(o.Snapshots),
		Chunks:        unlessZero(o.Chunks),
	}
}

// unlessZero is how an optional member is written: absent if it was not set.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

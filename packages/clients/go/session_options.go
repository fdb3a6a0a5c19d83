package myelin

// Subscription says what this client is sent of a session; what is left out, the server decides.
type Subscription struct {
	// Types are the only events that are sent, beside gaps; all if there are none.
	Types []string
	// Snapshots has the server send the whole message with each update, instead of this side building it.
	Snapshots bool
	// Chunks has the server send the model's own chunk with each update.
	Chunks bool
	// Acknowledge has the session wait for this program's loops with every event, instead of with a window of them.
	Acknowledge bool
	// WhenFull says what happens when this program takes too little: the session waits for it (as where it made or opened
	// the session, however often it attaches to it later), or it gets one gap instead of what waits (as where it attached only).
	WhenFull WhenFull
	// Window bounds the events that wait here, in bytes; that of WithWindow if it is 0.
	Window int64
}

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
	// MaxTurns and Budget bound each run.
	MaxTurns *int64
	Budget   *Budget
	// Compaction says when the session makes its requests smaller by itself.
	Compaction *CompactionSettings
	Subscription
}

func (o SessionOptions) createParams() SessionCreateParams {
	p := o.attachParams("")
	return SessionCreateParams{
		Cwd:           unlessZero(o.Cwd),
		Model:         o.Model,
		ThinkingLevel: o.ThinkingLevel,
		SystemPrompt:  unlessZero(o.SystemPrompt),
		MaxTurns:      o.MaxTurns,
		Budget:        o.Budget,
		Compaction:    o.Compaction,
		Types:         p.Types, Snapshots: p.Snapshots, Chunks: p.Chunks,
		WindowBytes: p.WindowBytes, Acknowledge: p.Acknowledge, WhenFull: p.WhenFull,
	}
}

func (s Subscription) openParams(sessionID string) SessionOpenParams {
	p := s.attachParams(sessionID)
	return SessionOpenParams{
		SessionID: sessionID, Types: p.Types, Snapshots: p.Snapshots, Chunks: p.Chunks,
		WindowBytes: p.WindowBytes, Acknowledge: p.Acknowledge, WhenFull: p.WhenFull,
	}
}

func (s Subscription) attachParams(sessionID string) AttachParams {
	return AttachParams{
		SessionID:   sessionID,
		Types:       s.Types,
		Snapshots:   unlessZero(s.Snapshots),
		Chunks:      unlessZero(s.Chunks),
		WindowBytes: unlessZero(s.Window),
		Acknowledge: unlessZero(s.Acknowledge),
		WhenFull:    s.WhenFull,
	}
}

// within is the subscription with the window of its client, unless it has its own.
func (s Subscription) within(window int64) Subscription {
	if s.Window == 0 {
		s.Window = window
	}
	return s
}

// waiting is what a session that this client made or opened is subscribed to anew with.
func (s Subscription) waiting() Subscription {
	if s.WhenFull == "" {
		s.WhenFull = WhenFullWait
	}
	return s
}

// unlessZero is how an optional member is written: absent if it was not set.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

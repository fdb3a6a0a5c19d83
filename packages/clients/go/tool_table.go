package myelin

import "sync"

// toolTable holds the tools of a client: those of one session, and (with an empty sessionID) those of all.
type toolTable struct {
	mu    sync.Mutex
	tools map[toolKey]*Tool
}

type toolKey struct{ sessionID, name string }

func newToolTable() *toolTable { return &toolTable{tools: map[toolKey]*Tool{}} }

// add replaces a tool of the same session and name.
func (t *toolTable) add(key toolKey, tool *Tool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tools[key] = tool
}

// find prefers a session's own tool.
func (t *toolTable) find(sessionID, name string) *Tool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tool := t.tools[toolKey{sessionID, name}]; tool != nil {
		return tool
	}
	return t.tools[toolKey{"", name}]
}

// holds is whether tool was neither removed nor replaced.
func (t *toolTable) holds(key toolKey, tool *Tool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tools[key] == tool
}

func (t *toolTable) remove(key toolKey, tool *Tool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tools[key] == tool {
		delete(t.tools, key)
	}
}

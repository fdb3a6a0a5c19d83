package myelin

import (
	"fmt"
	"sync"
)

// hookTable holds the hooks of a client.
type hookTable struct {
	mu    sync.Mutex
	made  int
	hooks map[hookKey]*hook
}

type hookKey struct{ sessionID, hookID string }

func newHookTable() *hookTable { return &hookTable{hooks: map[hookKey]*hook{}} }

func (h *hook) key() hookKey { return hookKey{h.sessionID, h.spec.HookID} }

// add gives the hook an id if it has none. A hook of the same session and id is replaced.
func (t *hookTable) add(h *hook) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made++
	if h.spec.HookID == "" {
		h.spec.HookID = fmt.Sprintf("%s-%d", h.spec.Point, t.made)
	}
	t.hooks[h.key()] = h
}

// find prefers a session's own hook.
func (t *hookTable) find(sessionID, hookID string) *hook {
	t.mu.Lock()
	defer t.mu.Unlock()
	if h := t.hooks[hookKey{sessionID, hookID}]; h != nil {
		return h
	}
	return t.hooks[hookKey{"", hookID}]
}

// holds is whether h was neither removed nor replaced.
func (t *hookTable) holds(h *hook) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hooks[h.key()] == h
}

func (t *hookTable) remove(h *hook) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hooks[h.key()] == h {
		delete(t.hooks, h.key())
	}
}

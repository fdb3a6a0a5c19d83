package myelin

import "sync"

// scopedTable holds what a client runs by name: that of one session, and (with an empty sessionID) that of all.
type scopedTable[T any] struct {
	mu    sync.Mutex
	items map[scopedName]*T
}

type scopedName struct{ sessionID, name string }

func newScopedTable[T any]() *scopedTable[T] { return &scopedTable[T]{items: map[scopedName]*T{}} }

// add replaces an item of the same session and name.
func (t *scopedTable[T]) add(key scopedName, item *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.items[key] = item
}

// find prefers a session's own item.
func (t *scopedTable[T]) find(sessionID, name string) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	if item := t.items[scopedName{sessionID, name}]; item != nil {
		return item
	}
	return t.items[scopedName{"", name}]
}

// holds is whether item was neither removed nor replaced.
func (t *scopedTable[T]) holds(key scopedName, item *T) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.items[key] == item
}

func (t *scopedTable[T]) remove(key scopedName, item *T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.items[key] == item {
		delete(t.items, key)
	}
}

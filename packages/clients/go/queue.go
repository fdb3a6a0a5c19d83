package myelin

import "sync"

// queue is a FIFO without a bound: whoever fills it never waits.
type queue[T any] struct {
	mu     sync.Mutex
	items  []T
	closed bool
	signal chan struct{}
}

func newQueue[T any]() *queue[T] {
	return &queue[T]{signal: make(chan struct{}, 1)}
}

// push adds an item; after close it is dropped.
func (q *queue[T]) push(item T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.items = append(q.items, item)
	q.wake()
}

// close lets the consumer take what is there, then ends.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake()
}

// takeAll empties the queue at once, waiting until there is something; nil when it has ended.
func (q *queue[T]) takeAll() []T {
	for {
		q.mu.Lock()
		items, closed := q.items, q.closed
		q.items = nil
		q.mu.Unlock()
		if len(items) > 0 {
			return items
		}
		if closed {
			return nil
		}
		<-q.signal
	}
}

// wake is called with the lock held; there is one taker.
func (q *queue[T]) wake() {
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

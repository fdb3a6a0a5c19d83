package myelin

import "sync"

// queue is a FIFO without a bound: whoever fills it never waits, so that a slow consumer cannot hold up the reader.
type queue[T any] struct {
	mu     sync.Mutex
	items  []T
	closed bool
	err    error
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

// close lets the consumer take what is there, then ends with err, or without one.
func (q *queue[T]) close(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.closed, q.err = true, err
	q.wake()
}

// fail ends the queue with err at once, dropping what waits in it.
func (q *queue[T]) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.err = err
	}
	q.closed, q.items = true, nil
	q.wake()
}

// discard closes the queue and drops what waits in it.
func (q *queue[T]) discard() {
	q.fail(nil)
}

// take waits for the next item. ok is false when the queue has ended; err then says why, and is nil after a plain end.
func (q *queue[T]) take() (item T, ok bool, err error) {
	for {
		if item, ok, ended, err := q.poll(); ok || ended {
			return item, ok, err
		}
		<-q.signal
	}
}

// each yields every item, and at last the error the queue ended with, if any. It is false if the loop was left early.
func (q *queue[T]) each(yield func(T, error) bool) bool {
	for {
		item, ok, err := q.take()
		if !ok && err == nil {
			return true
		}
		if !yield(item, err) {
			return false
		}
		if !ok {
			return true
		}
	}
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

func (q *queue[T]) poll() (item T, ok bool, ended bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		if q.closed {
			q.wake()
		}
		return item, false, q.closed, q.err
	}
	var zero T
	item, q.items[0] = q.items[0], zero
	q.items = q.items[1:]
	if len(q.items) > 0 || q.closed {
		q.wake()
	}
	return item, true, false, nil
}

// wake is called with the lock held; one signal is enough, since every taker passes it on.
func (q *queue[T]) wake() {
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

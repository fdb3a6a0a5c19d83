package myelin

import (
	"sync"
	"testing"
)

func TestPushingNeverWaitsAndNothingIsLost(t *testing.T) {
	q := newQueue[int]()
	const each, pushers = 1000, 8
	var pushing sync.WaitGroup
	for range pushers {
		pushing.Add(1)
		go func() {
			defer pushing.Done()
			for i := range each {
				q.push(i)
			}
		}()
	}
	go func() {
		pushing.Wait()
		q.close()
	}()
	count := 0
	for items := q.takeAll(); items != nil; items = q.takeAll() {
		count += len(items)
	}
	if count != each*pushers {
		t.Errorf("found %d items", count)
	}
}

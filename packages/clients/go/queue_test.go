package myelin

import (
	"errors"
	"sync"
	"testing"
)

func collect(q *queue[int]) (items []int, err error) {
	q.each(func(item int, failure error) bool {
		if failure != nil {
			err = failure
			return true
		}
		items = append(items, item)
		return true
	})
	return items, err
}

func TestWhatWaitsIsTakenBeforeTheEnd(t *testing.T) {
	q := newQueue[int]()
	q.push(1)
	q.push(2)
	reason := errors.New("over")
	q.close(reason)
	q.push(3)
	q.close(nil)
	items, err := collect(q)
	if len(items) != 2 || items[0] != 1 || items[1] != 2 || err != reason {
		t.Errorf("found %v, %v", items, err)
	}
}

func TestAFailureDropsWhatWaits(t *testing.T) {
	q := newQueue[int]()
	q.push(1)
	reason := errors.New("cancelled")
	q.fail(reason)
	items, err := collect(q)
	if len(items) != 0 || err != reason {
		t.Errorf("found %v, %v", items, err)
	}
}

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
		q.close(nil)
	}()
	if items, _ := collect(q); len(items) != each*pushers {
		t.Errorf("found %d items", len(items))
	}
}

func TestTheEndWakesEveryTaker(t *testing.T) {
	q := newQueue[int]()
	var taking sync.WaitGroup
	for range 4 {
		taking.Add(1)
		go func() {
			defer taking.Done()
			_, _, _ = q.take()
		}()
	}
	q.close(nil)
	taking.Wait()
}

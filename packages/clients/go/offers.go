package myelin

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
)

// offer is a hook, a tool or a command that the server is asked to take.
type offer struct {
	// what is "hook", "tool" or "command", and id its name; of one session, or (with an empty sessionID) of all.
	what      string
	sessionID string
	id        string
	params    any
	// pending and one say how far it has come.
	pending *registrations
	one     *registration
	// isRevoked is guarded by the offers.
	isRevoked bool
}

// offers are those in force, in the order in which they came into it: what the next server is offered first.
type offers struct {
	mu      sync.Mutex
	inForce []*offer
}

func (o *offers) all() []*offer {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.inForce)
}

// add takes the place of an offer of the same kind, session and name. What was taken back meanwhile does not come into force.
func (o *offers) add(one *offer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if one.isRevoked {
		return
	}
	o.inForce = slices.DeleteFunc(o.inForce, func(other *offer) bool {
		return other.what == one.what && other.id == one.id && other.sessionID == one.sessionID
	})
	o.inForce = append(o.inForce, one)
}

func (o *offers) revoke(one *offer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	one.isRevoked = true
	o.inForce = slices.DeleteFunc(o.inForce, func(other *offer) bool { return other == one })
}

func (o *offers) remove(isGone func(*offer) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.inForce = slices.DeleteFunc(o.inForce, isGone)
}

// offer asks the server to take a hook, a tool or a command, and returns at once. revoke takes it back; gone is then called when a call
// under way finds it no longer, unless holds says that another took its place.
func (c *Client) offer(one *offer, holds func() bool, gone func()) (revoke func()) {
	one.one = one.pending.add()
	if connection := c.link.now(); connection != nil {
		call, err := c.beginOffer(connection, one)
		go c.settleOffer(one, call, err)
	} else {
		go c.settleOffer(one, nil, errOutage)
	}
	return sync.OnceFunc(func() {
		one.pending.remove(one.one)
		c.offers.revoke(one)
		if holds() {
			c.revoke(one, gone)
		}
	})
}

// errOutage stands for a request that could not be made, for there was no connection.
var errOutage = &Error{Code: CodeDisconnected, Message: errLost.Error(), Cause: errLost}

// beginOffer puts the offer in line. What the server takes is in force before the reader goes on.
func (c *Client) beginOffer(connection *connection, one *offer) (*call, error) {
	return connection.begin(context.Background(), one.what+"s/register", one.params, func(raw json.RawMessage) {
		if one.verdict(raw) == nil {
			c.offers.add(one)
		}
	})
}

// settleOffer waits for the answer; what was lost with the connection is offered again on the next.
func (c *Client) settleOffer(one *offer, call *call, err error) {
	err = one.answer(call, err)
	for isLost(err) {
		connection, ended := c.link.wait(context.Background())
		if ended != nil {
			err = ended
			break
		}
		call, err = c.beginOffer(connection, one)
		err = one.answer(call, err)
	}
	one.pending.settle(one.one, err)
}

// offerAgain offers what was in force to a new connection: what is for all sessions first. An error means that the connection
// is lost; what a session refuses because the server does not have it open is for reattach.
func (c *Client) offerAgain(connection *connection, of func(*offer) bool) error {
	var calls []*call
	var again []*offer
	for _, isWide := range []bool{true, false} {
		for _, one := range c.offers.all() {
			if (one.sessionID == "") != isWide || !of(one) {
				continue
			}
			call, err := connection.begin(context.Background(), one.what+"s/register", one.params, nil)
			if err != nil {
				return err
			}
			calls, again = append(calls, call), append(again, one)
		}
	}
	for i, call := range calls {
		if err := again[i].answer(call, nil); isLost(err) {
			return err
		} else if err != nil && !isNotOpen(err) {
			c.refuse(again[i], err)
		}
	}
	return nil
}

// refuse has prompts fail, since what was in force is no longer.
func (c *Client) refuse(gone *offer, err error) {
	c.offers.remove(func(other *offer) bool { return other == gone })
	gone.pending.refuse(gone.one, err)
}

// answer is nil once the server has taken the offer.
func (one *offer) answer(call *call, err error) error {
	if err != nil {
		return refused(err)
	}
	raw, err := call.wait(context.Background())
	if err != nil {
		return refused(err)
	}
	return refused(one.verdict(raw))
}

func (one *offer) verdict(raw json.RawMessage) error {
	var answer struct {
		Rejected []Rejected `json:"rejected"`
	}
	if err := decodeAnswer(one.what+"s/register", raw, &answer); err != nil {
		return err
	}
	return rejection(one.what, answer.Rejected)
}

// revoke takes something back at the server; it stays on this side until the server has answered.
func (c *Client) revoke(one *offer, gone func()) {
	params := UnregisterParams{IDs: []string{one.id}}
	take := func() {
		if _, err := c.begin(context.Background(), one.what+"s/unregister", params, func(json.RawMessage) { gone() }); err != nil {
			gone()
		}
	}
	if c.link.now() == nil {
		go take()
		return
	}
	take()
}

package myelin_test

import (
	"io"
	"math/rand"
	"net"
	"path/filepath"
	"sync"
	"testing"
)

// cuttingProxy stands before a server on a socket, and cuts each connection after as many bytes as its dice say. The first
// lasts as long as any, so that a program can make its session.
type cuttingProxy struct {
	path   string
	server string
	listen net.Listener

	mu   sync.Mutex
	dice *rand.Rand
	// most is how many bytes may come from the server before a cut; cuts is how many there were, from calm on there are none.
	most       int64
	cuts, calm int
	open       map[net.Conn]net.Conn
	serving    sync.WaitGroup
}

func startProxy(t *testing.T, server string, seed, most int64, calm int) *cuttingProxy {
	t.Helper()
	path := filepath.Join(filepath.Dir(server), "proxy")
	listen, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	p := &cuttingProxy{path: path, server: server, listen: listen, dice: rand.New(rand.NewSource(seed)), most: most, calm: calm, open: map[net.Conn]net.Conn{}}
	p.serving.Add(1)
	go p.accept()
	t.Cleanup(func() {
		_ = listen.Close()
		p.cutAll()
		p.serving.Wait()
	})
	return p
}

func (p *cuttingProxy) accept() {
	defer p.serving.Done()
	for {
		client, err := p.listen.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		p.open[client] = server
		p.mu.Unlock()
		p.serving.Add(2)
		go p.carry(client, server, p.budget(p.most))
		go p.carry(server, client, p.budget(1_000))
	}
}

// budget is how many bytes may pass, some more than least; all once it is calm.
func (p *cuttingProxy) budget(most int64) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cuts >= p.calm {
		return 1 << 62
	}
	if p.cuts == 0 {
		return most
	}
	return 100 + p.dice.Int63n(most)
}

// carry passes bytes on until its budget is used up, then it cuts the connection, in the middle of a message as it may be.
func (p *cuttingProxy) carry(to, from net.Conn, budget int64) {
	defer p.serving.Done()
	passed, _ := io.CopyN(to, from, budget)
	p.mu.Lock()
	if passed == budget {
		p.cuts++
	}
	for client, server := range p.open {
		if client == to || client == from {
			delete(p.open, client)
			_, _ = client.Close(), server.Close()
		}
	}
	p.mu.Unlock()
}

func (p *cuttingProxy) cutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for client, server := range p.open {
		delete(p.open, client)
		_, _ = client.Close(), server.Close()
	}
}

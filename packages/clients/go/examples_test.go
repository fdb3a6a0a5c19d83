package myelin_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// buildExamples gives the folder with a program for each story.
func buildExamples(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	build := exec.Command("go", "build", "-o", folder, "./...")
	build.Dir = "../../../examples/clients"
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return folder
}

// example is a story, in an empty home and beside a server with the demo model.
func example(t *testing.T, ctx context.Context, folder, story string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := filepath.Abs(server)
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(ctx, filepath.Join(folder, story), args...)
	program.Dir = t.TempDir()
	program.Env = append(append(os.Environ(), emptyHome(t)...), "MYELIN_COMMAND="+path)
	program.Stderr = os.Stderr
	return program
}

func TestTheExamplesTellTheirStories(t *testing.T) {
	folder := buildExamples(t)
	for story, wanted := range map[string]string{
		"print-deltas":        "I am the demo model: a few rules, no network, no intelligence.*\n— stop\n",
		"veto-a-tool":         "bash command=\"rm -rf build\": block, nothing is deleted here\nbash command=\"echo build\": allow\n",
		"define-a-tool":       "myelin: the sheath of a nerve\naxon: \"axon\" is not in the dictionary\n",
		"rewrite-the-context": "said: bash command=\"echo the key is sk-12345\"\nthe model saw: echo the key is [hidden]\n",
		"steer":               "the first way\nanother way\n3 turns, 2 tool calls\n",
		"fleet":               "20 sessions, 40 turns, 20 tool calls\n",
	} {
		t.Run(story, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			said, err := example(t, ctx, folder, story).Output()
			begin, end, _ := strings.Cut(wanted, "*")
			if !strings.HasPrefix(string(said), begin) || !strings.HasSuffix(string(said), end) || err != nil {
				t.Errorf("found %v\n%s", err, said)
			}
		})
	}
	t.Run("reconnect", func(t *testing.T) { tellReconnect(t, folder) })
	t.Run("server-sent-events", func(t *testing.T) { tellServerSentEvents(t, folder) })
}

func tellReconnect(t *testing.T, folder string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	socket := filepath.Join(socketFolder(t), "server")
	serveSocket(t, socket, emptyHome(t))
	client := connectTo(t, ctx, socket)
	seed := time.Now().UnixNano()
	t.Logf("the seed is %d", seed)
	proxy := startProxy(t, socket, seed, 4_000, 15)
	said, err := example(t, ctx, folder, "reconnect", proxy.path).Output()
	wanted := ""
	for round := 1; round <= 5; round++ {
		wanted += fmt.Sprintf("round %d: whole true\n", round)
	}
	if string(said) != wanted || err != nil {
		t.Errorf("found %v\n%s", err, said)
	}
	if proxy.cuts == 0 {
		t.Error("the connection was never cut")
	}
	_ = client.Close()
}

func tellServerSentEvents(t *testing.T, folder string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	program := example(t, ctx, folder, "server-sent-events")
	program.Cancel = func() error { return program.Process.Signal(os.Interrupt) }
	program.WaitDelay = 10 * time.Second
	said, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		_ = program.Wait()
	}()
	url, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(url)
	first := openEvents(t, ctx, url, "")
	if answer, err := http.Post(url+"/prompt", "text/plain", strings.NewReader("who are you?")); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("found %v, %v", answer, err)
	}
	ids := readUntil(t, first, "agent_end")
	middle := len(ids) / 2
	rest := readUntil(t, openEvents(t, ctx, url, ids[middle-1]), "agent_end")
	// Deltas that are sent again may come as one.
	if len(rest) == 0 || rest[len(rest)-1] != ids[len(ids)-1] || !slices.Contains(ids[middle:], rest[0]) {
		t.Errorf("after %s came %v, of %v", ids[middle-1], rest, ids)
	}
	var strange []io.ReadCloser
	own, _, _ := strings.Cut(ids[0], ":")
	for _, id := range []string{"abc", "-5", own + ":-5", "another:1"} {
		strange = append(strange, openEvents(t, ctx, url, id))
	}
	if answer, err := http.Post(url+"/prompt", "text/plain", strings.NewReader("and now?")); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("found %v, %v", answer, err)
	}
	for _, browser := range strange {
		if now := readUntil(t, browser, "agent_end"); slices.Contains(now, ids[0]) || !strings.HasPrefix(now[0], own+":") {
			t.Errorf("found %v", now)
		}
	}
}

func openEvents(t *testing.T, ctx context.Context, url, lastID string) io.ReadCloser {
	t.Helper()
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	if lastID != "" {
		asked.Header.Set("Last-Event-ID", lastID)
	}
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer.Body
}

// readUntil gives the ids up to the event of that type.
func readUntil(t *testing.T, events io.ReadCloser, kind string) (ids []string) {
	t.Helper()
	defer func() { _ = events.Close() }()
	for lines := bufio.NewScanner(events); lines.Scan(); {
		if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			ids = append(ids, id)
		}
		if lines.Text() == "event: "+kind {
			return ids
		}
	}
	t.Fatalf("no %s came", kind)
	return nil
}

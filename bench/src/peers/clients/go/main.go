// Command count is run as `count client|bare COUNT FLOOD.mjs`: it prints events a second, microseconds of
// processor for each, megabytes after a tenth and at the end, and ms from spawn to the first event.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	myelin "myelin.dev/go"
)

type figures struct {
	Rate  float64 `json:"rate"`
	CPU   float64 `json:"cpu"`
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
	First float64 `json:"first"`

	count, seen    int
	spawned, began time.Time
	cpu            time.Duration
}

func (f *figures) note() {
	if f.seen == 0 {
		f.began, f.cpu = time.Now(), processor()
		f.First = float64(f.began.Sub(f.spawned).Microseconds()) / 1000
	}
	f.seen++
	if f.seen == f.count/10 {
		f.Early = memory()
	}
}

func (f *figures) end() {
	f.Rate = float64(f.seen) / time.Since(f.began).Seconds()
	f.CPU = float64((processor() - f.cpu).Microseconds()) / float64(f.seen)
	f.Late = memory()
	text, err := json.Marshal(f)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}

// processor is the time that this process has used, its kernel's included.
func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func memory() float64 {
	runtime.GC()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return float64(pages*os.Getpagesize()) / 1e6
}

func byClient(f *figures, command []string) error {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx, myelin.WithCommand(command...))
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		return err
	}
	length := 0
	for event, err := range session.Prompt(ctx, "go") {
		if err != nil {
			return err
		}
		f.note()
		if update, isUpdate := event.(myelin.MessageUpdate); isUpdate {
			length += len(update.Delta)
		}
	}
	f.end()
	if length != f.count*20 {
		return fmt.Errorf("%d characters came", length)
	}
	return nil
}

func byPipe(f *figures, command []string) error {
	child := exec.Command(command[0], command[1:]...)
	input, err := child.StdinPipe()
	if err != nil {
		return err
	}
	output, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	defer child.Process.Kill()
	for i, method := range []string{"initialize", "session/create", "session/prompt"} {
		fmt.Fprintf(input, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"promptId":"p"}}`+"\n", i+1, method)
	}
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<25)
	for lines.Scan() {
		var message map[string]any
		if err := json.Unmarshal(lines.Bytes(), &message); err != nil {
			return err
		}
		if message["id"] == 3.0 {
			break
		}
		if message["method"] == "session/event" {
			f.note()
		}
	}
	f.end()
	return nil
}

func main() {
	kind, flood := os.Args[1], os.Args[3]
	count, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	by := byPipe
	if kind == "client" {
		by = byClient
	}
	if err := by(&figures{count: count, spawned: time.Now()}, []string{"node", flood, os.Args[2]}); err != nil {
		log.Fatal(err)
	}
}

" Drives a server over a channel of Vim: initialize, a session, a prompt that is streamed, a veto, a cancel, shutdown.
" The server's command line is in $SERVER, and what was seen goes as JSON to the file in $REPORT.
let g:seen = #{types: [], text: '', vetoed: '', cancelled: 0}

func OnMessage(channel, message)
  if get(a:message, 'method', '') ==# 'session/event'
    let l:event = a:message.params.event
    call add(g:seen.types, l:event.type)
    if l:event.type ==# 'message_update'
      let g:seen.text ..= l:event.delta
    elseif l:event.type ==# 'tool_decision'
      let g:seen.vetoed = l:event.decisions[0].reason
    endif
  elseif get(a:message, 'method', '') ==# 'hook/call'
    let l:verdict = #{decision: 'block', reason: 'not from Vim'}
    call ch_sendexpr(a:channel, #{id: a:message.id, result: l:verdict})
  endif
endfunc

func Ask(method, params)
  return ch_evalexpr(g:job, #{method: a:method, params: a:params}, #{timeout: 10000})
endfunc

func OnCancelled(channel, message)
  let g:seen.closedFirst = index(g:seen.types, 'agent_end') >= 0 ? v:true : v:false
  let g:seen.cancelled = get(get(a:message, 'error', {}), 'code', 0)
endfunc

let g:job = job_start(json_decode($SERVER), #{mode: 'lsp', out_cb: 'OnMessage', err_mode: 'raw', noblock: 1})
let g:seen.server = Ask('initialize', #{clientInfo: #{name: 'vim'}, protocolVersion: #{min: 1, max: 1}}).result.serverInfo.name
let s:session = Ask('session/create', {}).result.sessionId
let g:seen.answer = Ask('session/prompt', #{sessionId: s:session, promptId: 'p1', text: 'hello'}).result.summary.endReason
call Ask('hooks/register', #{hooks: [#{hookId: 'g', point: 'tool_call'}], sessionId: s:session})
call Ask('session/prompt', #{sessionId: s:session, promptId: 'p2', text: 'bash command="echo hello"'})
call Ask('hooks/unregister', #{ids: ['g']})
let g:seen.types = []
let s:params = #{sessionId: s:session, promptId: 'p3', text: 'bash command="sleep 30"'}
let s:request = ch_sendexpr(g:job, #{method: 'session/prompt', params: s:params}, #{callback: 'OnCancelled'})
while index(g:seen.types, 'tool_execution_start') < 0
  sleep 10m
endwhile
call ch_sendexpr(g:job, #{method: '$/cancelRequest', params: #{id: s:request.id}})
while g:seen.cancelled == 0
  sleep 10m
endwhile
call Ask('shutdown', {})
call ch_sendexpr(g:job, #{method: 'exit', params: {}})
while job_status(g:job) ==# 'run'
  sleep 10m
endwhile
let g:seen.status = job_info(g:job).exitval
unlet g:seen.types
call writefile([json_encode(g:seen)], $REPORT)
qall!

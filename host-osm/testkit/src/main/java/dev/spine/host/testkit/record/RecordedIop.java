package dev.spine.host.testkit.record;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.host.testkit.message.FrameText;
import dev.spine.host.testkit.message.IopSide;
import dev.spine.host.testkit.record.Recording.Direction;
import dev.spine.host.testkit.record.Recording.Event;
import dev.spine.host.testkit.record.Recording.Memory;
import dev.spine.host.testkit.record.Recording.Posted;
import dev.spine.host.testkit.record.Recording.Replied;
import dev.spine.host.testkit.record.Recording.Word;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An IOP that says what a recording says, to a driver that says what the driver said then. The first difference is reported; what comes
 * after it is refused. An agent: its own thread, or the one that steps it.
 */
public final class RecordedIop implements Agent {
    private static final int SHOWN_BYTES = 16;
    private static final int INITIATOR_CONTEXT_WORD = 2;

    /** A request of the present that stands for one of the recording. */
    private static final class Request {
        final Frame frame;
        final MessageFrame message;
        final DriverBuffers buffers;
        boolean held = true;

        Request(Frame frame, MessageFrame message, DriverBuffers buffers) {
            this.frame = frame;
            this.message = message;
            this.buffers = buffers;
        }
    }

    /** An event of the IOP's that is due at some time. */
    private record Due(long timeNs, int event) {}

    private final Recording recording;
    private final AgentContext agent;
    private final Bus bus;
    private final IopSide side;
    private final Map<Integer, Request> requests = new HashMap<>();
    /** The last event of each request, after which its frame goes back. */
    private final Map<Integer, Integer> lastEvents = new HashMap<>();
    private final BitSet matched = new BitSet();
    private final Deque<Due> due = new ArrayDeque<>();
    private final StringBuilder mismatch = new StringBuilder();
    private int cursor;

    /**
     * An IOP for one replay.
     *
     * @param agent the context of its agent
     * @param bus the node's bus
     * @param busAgent the IOP as the bus knows it
     * @param recording what it says
     */
    public RecordedIop(String name, AgentContext agent, Bus bus, BusAgent busAgent, Recording recording) {
        this.recording = recording;
        this.agent = agent;
        this.bus = bus;
        this.side = new IopSide(name, agent, bus, busAgent, recording.frameBytes(), recording.hostFrames());
        List<Event> events = recording.events();
        for (int i = 0; i < events.size(); i++) {
            lastEvents.put(events.get(i).request(), i);
        }
    }

    /** {@return the IOP as a host finds it on the bus} */
    public PciFunction function() {
        return side.function();
    }

    /** {@return the class of a device, or {@link DeviceClass#ANY} if the recording does not say} */
    public int deviceClass(int tid) {
        ClassId classId = recording.devices().get(tid);
        return classId == null ? DeviceClass.ANY : classId.deviceClass();
    }

    /** {@return what the driver says otherwise than in the recording, in words; empty when nothing} */
    public String mismatches() {
        synchronized (mismatch) {
            return mismatch.toString();
        }
    }

    /** {@return what the recording has and the driver has not said, in words; empty when it has said everything} */
    public String unsaid() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < recording.events().size(); i++) {
            if (recording.events().get(i) instanceof Posted posted && !matched.get(i)) {
                text.append("recorded IOP '").append(function().name()).append("' has not been asked: ")
                    .append(describe(posted)).append('\n');
            }
        }
        return text.toString();
    }

    private String describe(Posted posted) {
        return FrameText.line(RecordingText.frame(posted), deviceClass(posted.words().get(1).value() & 0xFFF));
    }

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public int doWork(int limit) {
        int work = side.work(limit, this::playDue, this::take);
        if (work == 0 && !due.isEmpty()) {
            agent.wakeAt(due.getFirst().timeNs());
        }
        return work;
    }

    private void take(Frame frame) {
        agent.charge(Op.PARSE_FRAME);
        int bytes = frame.slotBytes();
        MessageFrame message = new MessageFrame();
        message.wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
        if (!message.tryCopyFrom(frame.memory(), frame.offset(), bytes)) {
            report("a frame of an impossible size");
            side.free(frame);
            return;
        }
        Request request = new Request(frame, message, DriverBuffers.of(bus, message, deviceClass(message.target())));
        int event = find(request);
        if (event < 0) {
            refuse(request);
            return;
        }
        matched.set(event);
        Posted posted = (Posted) recording.events().get(event);
        requests.put(posted.request(), request);
        begin(request);
        advance(posted.timeNs());
        finishIfLast(event);
    }

    /** What a reset and an initialisation do to the queues. */
    private void begin(Request request) {
        if (request.message.target() == Tid.EXECUTIVE && request.message.function() == Function.EXEC_OUTBOUND_INIT) {
            side.initialiseOutbound(ExecOutboundInit.KIND.parse(request.message).outboundFrameWords() * Integer.BYTES);
        } else if (request.message.target() == Tid.EXECUTIVE && request.message.function() == Function.EXEC_IOP_RESET) {
            side.forgetReplyFrames();
        }
    }

    /** The event that a request stands for: the next post, or one of those that follow it with no word of the IOP in between. */
    private int find(Request request) {
        List<Event> events = recording.events();
        String first = "";
        for (int i = cursor; i < events.size(); i++) {
            if (events.get(i) instanceof Posted posted && !matched.get(i)) {
                String difference = difference(request, posted, i);
                if (difference.isEmpty()) {
                    return i;
                }
                first = first.isEmpty() ? difference : first;
            } else if (!first.isEmpty() && isOfIop(events.get(i))) {
                break;
            }
        }
        report((first.isEmpty() ? "the recording has ended\n" : first) + "  the driver says: "
            + FrameText.line(request.message, deviceClass(request.message.target())));
        return -1;
    }

    private static boolean isOfIop(Event event) {
        return event instanceof Replied || event instanceof Memory memory && memory.direction() == Direction.INTO;
    }

    private void report(String what) {
        synchronized (mismatch) {
            if (mismatch.isEmpty()) {
                mismatch.append("recorded IOP '").append(function().name()).append("': ").append(what).append('\n');
            }
        }
    }

    private String difference(Request request, Posted posted, int event) {
        StringBuilder text = new StringBuilder();
        int words = posted.words().size();
        if (request.message.sizeWords() != words) {
            text.append("    size: recorded ").append(words).append(" words, now ").append(request.message.sizeWords()).append('\n');
        }
        for (int i = 0; i < words && i < request.message.sizeWords(); i++) {
            Word word = posted.words().get(i);
            int now = request.message.word(i);
            if (word.buffer() != Word.PLAIN) {
                List<DriverBuffers.Run> runs = request.buffers.runs();
                if (word.buffer() >= runs.size() || (int) runs.get(word.buffer()).address() != now) {
                    text.append("    word ").append(i).append(": recorded the address of buffer ").append(word.buffer()).append(", now ")
                        .append(hex(now)).append('\n');
                }
            } else if (i != INITIATOR_CONTEXT_WORD && word.value() != now) {
                text.append("    word ").append(i).append(": recorded ").append(hex(word.value())).append(", now ").append(hex(now))
                    .append('\n');
            }
        }
        if (text.isEmpty() && request.message.target() != Tid.EXECUTIVE) {
            // The executive is given tables of the system, whose addresses may be others now.
            compareData(request, posted, event, text);
        }
        return text.isEmpty() ? "" : "the driver says otherwise than recorded\n  recorded: " + describe(posted) + "\n" + text;
    }

    private void compareData(Request request, Posted posted, int event, StringBuilder text) {
        List<Event> events = recording.events();
        for (int i = event + 1; i < events.size() && events.get(i) instanceof Memory memory && memory.request() == posted.request()
            && memory.direction() == Direction.FROM; i++) {
            byte[] recorded = memory.bytes().toArray();
            byte[] now = part(request, memory, recorded.length);
            int differs = Arrays.mismatch(recorded, now);
            if (differs >= 0) {
                text.append("    buffer ").append(memory.buffer()).append(" at byte ").append(memory.offset() + differs)
                    .append(": recorded ").append(shown(recorded, differs)).append(", now ").append(shown(now, differs)).append('\n');
            }
        }
    }

    private static byte[] part(Request request, Memory memory, int bytes) {
        if (memory.buffer() >= request.buffers.runs().size()) {
            return new byte[0];
        }
        byte[] all = request.buffers.read(request.buffers.runs().get(memory.buffer()));
        return Arrays.copyOfRange(all, Math.min(all.length, memory.offset()), Math.min(all.length, memory.offset() + bytes));
    }

    private static String shown(byte[] bytes, int from) {
        return HexFormat.of().formatHex(bytes, Math.min(from, bytes.length), Math.min(from + SHOWN_BYTES, bytes.length));
    }

    private static String hex(int value) {
        return String.format(Locale.ROOT, "0x%08x", value);
    }

    private void refuse(Request request) {
        if (request.message.initiatorContext() != 0) {
            side.post(reply -> Replies.single(request.message, reply, RequestStatus.ERROR_NO_DATA_TRANSFER,
                DetailedStatus.UNSUPPORTED_FUNCTION));
        }
        side.free(request.frame);
    }

    /** Everything that the IOP says before the next post is due now, with the delays of the recording. */
    private void advance(long postedNs) {
        List<Event> events = recording.events();
        long nowNs = agent.nowNs();
        while (cursor < events.size() && (matched.get(cursor) || !(events.get(cursor) instanceof Posted))) {
            if (isOfIop(events.get(cursor))) {
                long delayNs = Math.max(0, events.get(cursor).timeNs() - postedNs);
                long timeNs = Math.max(nowNs + delayNs, due.isEmpty() ? 0 : due.getLast().timeNs());
                due.add(new Due(timeNs, cursor));
            }
            cursor++;
        }
    }

    private boolean playDue() {
        Due next = due.peek();
        if (next == null || next.timeNs() > agent.nowNs()) {
            return false;
        }
        Event event = recording.events().get(next.event());
        if (event instanceof Replied && !side.hasReplyFrame()) {
            return false;
        }
        due.remove();
        agent.charge(Op.BUILD_FRAME);
        Request request = requests.get(event.request());
        if (request != null) {
            play(event, request);
        }
        finishIfLast(next.event());
        return true;
    }

    private void play(Event event, Request request) {
        if (event instanceof Memory memory && memory.buffer() < request.buffers.runs().size()) {
            MemorySegment run = request.buffers.memory(request.buffers.runs().get(memory.buffer()));
            byte[] bytes = memory.bytes().toArray();
            int count = Math.clamp(run.byteSize() - memory.offset(), 0, bytes.length);
            MemorySegment.copy(bytes, 0, run, ValueLayout.JAVA_BYTE, memory.offset(), count);
        } else if (event instanceof Replied replied) {
            MessageFrame recorded = RecordingText.frame(replied);
            if (recorded.isFail() && request.held) {
                request.held = false;
                side.preserve(request.frame);
            }
            side.post(reply -> {
                for (int i = 0; i < replied.words().size(); i++) {
                    reply.setWord(i, replied.words().get(i));
                }
                reply.contexts(request.message.initiatorContext(), recorded.transactionContext());
                if (recorded.isFail()) {
                    reply.setWord(Replies.PRESERVED_MFA_WORD, request.frame.address());
                }
            });
        }
    }

    /** Returns the frame of a request of which nothing more is heard. */
    private void finishIfLast(int event) {
        Event last = recording.events().get(event);
        Request request = requests.get(last.request());
        Integer end = lastEvents.get(last.request());
        boolean over = end != null && (end == event || !isOfIop(recording.events().get(end)));
        if (request != null && request.held && over) {
            request.held = false;
            side.free(request.frame);
        }
    }
}

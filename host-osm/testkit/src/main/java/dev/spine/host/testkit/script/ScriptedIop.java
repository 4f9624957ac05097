package dev.spine.host.testkit.script;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.testkit.message.IopSide;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.EventReply;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Tasks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An IOP that does what a test says: real frames and queue pairs, no kernel.
 *
 * <p>The test declares devices, says what it expects and what is answered, and at the end asks {@link #verify}. It may do so at any time
 * from its own thread; what the IOP does, it does on its agent.
 */
public final class ScriptedIop implements Agent {
    /** Bytes of an inbound frame, the smallest that drivers must do with. */
    public static final int FRAME_BYTES = 128;

    /** An act that is due at some time. */
    private record Due(long timeNs, long order, ScriptedRequest request, List<Answer.Step> steps) {}

    private final String name;
    private final AgentContext agent;
    private final Bus bus;
    private final IopSide side;
    private final Script script;
    private final ScriptedExecutive executive;
    private final Queue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::timeNs).thenComparingLong(Due::order));
    private final List<Frame> kept = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private long order;
    private @Nullable Tasks tasks;

    /**
     * An IOP without devices. {@code TestNode} makes it; for a node of a test's own, an engine does:
     * {@code engine.add("node0/disk", processor, agent -> new ScriptedIop("disk", agent, bus, new BusAgent(1, "disk"), 8))}.
     *
     * @param agent the context of its agent
     * @param bus the node's bus
     * @param busAgent the IOP as the bus knows it
     * @param hostFrames inbound frames for the host, at least 8
     */
    public ScriptedIop(String name, AgentContext agent, Bus bus, BusAgent busAgent, int hostFrames) {
        this.name = name;
        this.agent = agent;
        this.bus = bus;
        this.script = new Script(name);
        this.side = new IopSide(name, agent, bus, busAgent, FRAME_BYTES, hostFrames);
        this.executive = new ScriptedExecutive(this);
    }

    /**
     * Says how tests reach the IOP's agent, for {@link #reports}. The builder of the node does it once the engine runs.
     *
     * @param ofAgent the engine's tasks for this agent
     */
    public void attach(Tasks ofAgent) {
        tasks = ofAgent;
    }

    /** {@return the IOP as a host finds it on the bus} */
    public PciFunction function() {
        return side.function();
    }

    public String name() {
        return name;
    }

    // --- the test's side

    /**
     * Declares a device: it is in the logical configuration table, can be claimed and tells its class.
     *
     * @param tid its TID, 0x008 to 0xFFE
     * @param deviceClass a value of {@link dev.spine.i2o.DeviceClass}, of version 1.5 and the SIG
     */
    public ScriptedIop device(int tid, int deviceClass) {
        return device(tid, ClassId.standard(deviceClass));
    }

    /**
     * Declares a device of a class that is not the SIG's.
     *
     * @param tid its TID, 0x008 to 0xFFE
     * @param classId its class, with version and organization
     */
    public ScriptedIop device(int tid, ClassId classId) {
        script.change(() -> executive.device(tid, classId));
        return this;
    }

    /**
     * Gives a device parameter groups, which UtilParamsGet and UtilParamsSet then find.
     *
     * @param tid a device that was declared
     * @param set its groups
     */
    public ScriptedIop parameters(int tid, ParameterSet set) {
        script.change(() -> executive.parameters(tid, set));
        return this;
    }

    /**
     * Says how unexpected requests are taken; without it, {@link Strictness#STRICT}.
     *
     * @param wanted how
     */
    public ScriptedIop taking(Strictness wanted) {
        script.strictness(wanted);
        return this;
    }

    /**
     * Adds a line to the script.
     *
     * @param what the request, in the words of {@link Requests}
     * @return the line, to be told what the IOP {@linkplain Expectation#replies replies}
     */
    public Expectation expects(RequestMatcher what) {
        return script.add(what);
    }

    /**
     * Reports an event to whoever has registered for it, at once.
     *
     * @param tid the device, or 0 for the executive
     * @param indicator one bit of {@link dev.spine.i2o.message.EventIndicator}, or of the class
     * @param data words that go with it
     * @throws IllegalStateException nobody has registered for it
     */
    public void reports(int tid, int indicator, int... data) {
        Tasks way = tasks;
        checkState(way != null, "the IOP's engine does not run yet: start the node, or call attach() first");
        way.run(() -> {
            ScriptedRequest listener = executive.listener(tid, indicator);
            if (listener == null) {
                throw new IllegalStateException("nobody has registered with TID 0x" + Integer.toHexString(tid) + " of '" + name
                    + "' for the event 0x" + Integer.toHexString(indicator));
            }
            listener.reply(new EventReply(indicator, IntStream.of(data).boxed().toList()));
        });
    }

    /** {@return the class of a device, or {@link dev.spine.i2o.DeviceClass#ANY} of a TID that was not declared} */
    public int deviceClass(int tid) {
        return executive.deviceClass(tid);
    }

    /**
     * {@return whether the script says that this frame stays away: {@link Answers#silence}; on the IOP's agent}
     *
     * @param frame of this IOP
     */
    public boolean keepsByScript(Frame frame) {
        return kept.contains(frame);
    }

    /** {@return the names of all requests that came, in order, those of the boot included} */
    public List<String> heard() {
        synchronized (heard) {
            return List.copyOf(heard);
        }
    }

    /**
     * Checks that everything came that is expected, and nothing else.
     *
     * @throws ScriptMismatchError something did not; the message compares field by field
     */
    public void verify() {
        String report = report();
        if (!report.isEmpty()) {
            throw new ScriptMismatchError(report);
        }
    }

    /** {@return what {@link #verify} would report: mismatches, and what never came; empty when nothing} */
    public String report() {
        return script.report();
    }

    /** {@return what speaks against the script so far, in words; empty when nothing does} */
    public String mismatches() {
        return script.mismatches();
    }

    /** Forgets the script and what speaks against it: for another act of the same test. */
    public void forgetScript() {
        script.clear();
    }

    // --- the agent's side

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public int doWork(int limit) {
        int work = side.work(limit, this::actDue, this::take);
        Due next = due.peek();
        if (work == 0 && next != null) {
            agent.wakeAt(next.timeNs());
        }
        return work;
    }

    private void take(Frame frame) {
        agent.charge(Op.PARSE_FRAME);
        MessageFrame header = new MessageFrame();
        header.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        ScriptedRequest request = new ScriptedRequest(this, frame, executive.deviceClass(header.target()), agent.nowNs());
        if (!header.tryWrap(request.message().memory(), 0, frame.slotBytes()) || header.isReply()) {
            script.mistake("a frame that is no request: " + request.message());
            request.free();
            return;
        }
        synchronized (heard) {
            heard.add(Function.name(header.function()));
        }
        try {
            Answer answer = script.meet(request);
            if (answer != null) {
                due.add(new Due(agent.nowNs() + answer.steps().getFirst().delayNs(), order++, request, answer.steps()));
            } else if (!executive.play(request)) {
                onUnexpected(request);
            }
        } catch (IllegalStateException wrong) {
            blame(request, wrong);
        }
    }

    /** The driver has named memory that it has not. */
    private void blame(ScriptedRequest request, IllegalStateException why) {
        script.mistake(why.getMessage() + "\n    " + request.describe());
        request.reply(RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
        request.free();
    }

    private void onUnexpected(ScriptedRequest request) {
        if (script.strictness() == Strictness.LENIENT) {
            request.reply(RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
        } else {
            script.unexpected(request);
            request.reply(RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.UNSUPPORTED_FUNCTION);
        }
        request.free();
    }

    /** Does the act that is due first, if its time has come. */
    private boolean actDue() {
        Due next = due.peek();
        if (next == null || next.timeNs() > agent.nowNs()) {
            return false;
        }
        if (!side.hasReplyFrame()) {
            // The act may need one: it waits until the host returns one.
            return false;
        }
        due.remove();
        Answer.Step step = next.steps().getFirst();
        List<Answer.Step> rest = next.steps().subList(1, next.steps().size());
        agent.charge(Op.BUILD_FRAME);
        try {
            step.act().accept(next.request());
        } catch (IllegalStateException wrong) {
            blame(next.request(), wrong);
            return true;
        }
        if (rest.isEmpty()) {
            next.request().free();
        } else {
            due.add(new Due(next.timeNs() + rest.getFirst().delayNs(), order++, next.request(), rest));
        }
        return true;
    }

    Bus bus() {
        return bus;
    }

    int frameBytes() {
        return side.frameBytes();
    }

    int hostFrames() {
        return side.hostFrames();
    }

    int iopId() {
        return executive.iopId();
    }

    void post(Consumer<MessageFrame> write) {
        if (!side.post(write)) {
            script.mistake("the host has given no reply frame, so a reply was lost");
        }
    }

    void free(Frame frame) {
        side.free(frame);
    }

    void keep(Frame frame) {
        kept.add(frame);
    }

    void preserve(Frame frame) {
        side.preserve(frame);
    }

    /** Forgets reply frames, acts that are due, and all frames it held but the one that is being played, as a reset does. */
    void forgetTraffic() {
        side.forgetReplyFrames();
        due.forEach(act -> act.request().free());
        due.clear();
        kept.forEach(this::free);
        kept.clear();
    }

    /** Takes over what the host says of its reply frames, and forgets those that it gave before. */
    void limitReplies(int bytes) {
        side.initialiseOutbound(bytes);
    }
}

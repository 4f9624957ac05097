package dev.spine.extension.host;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.meter.Metering;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The host's side of a runtime device: loads, replaces, lists, inspects and unloads extensions and exchanges small messages with them.
 * Used from outside the host's agent, through its tasks.
 */
public final class RuntimeClient implements ExtensionClient {
    private static final long TIMEOUT_NS = 20_000_000_000L;
    /** As many images of others as can wait may be verified first, the largest in a second or two each. */
    private static final long LOAD_TIMEOUT_NS = 50_000_000_000L;
    private static final int VERDICT_BYTES = 16 << 10;
    private static final int REPORT_BYTES = 96 << 10;
    private static final int FIRST_WORD = 5;
    private static final int SECOND_WORD = 6;
    /** A simple element that ends list and buffer, from whose address the card reads. */
    private static final int LAST_SIMPLE_ELEMENT =
        (SglFlags.LAST | SglFlags.END_OF_BUFFER | SglFlags.SIMPLE | SglFlags.FROM_BUFFER) << 24;

    private static final byte[] NOTHING = {};

    /** What the runtime has answered, and the text that it has written. */
    private record Answer(MessageFrame reply, String text) {
        boolean isSuccess() {
            return reply.requestStatus() == RequestStatus.SUCCESS;
        }

        String verdict() {
            return text.isEmpty() ? "refused without a verdict" : text;
        }
    }

    /** A handler, and the context of its messages. */
    private record Shared(SharedHandler handler, int context) {}

    private final IopDriver driver;
    private final int tid;
    private final HostMemory memory;
    private final Tasks tasks;
    private final int cookie;
    /** By handler of the host: those under which one listens to each of several instances. On the host's agent. */
    private final Map<Integer, Shared> shared = new HashMap<>();

    /**
     * A client.
     *
     * @param driver the driver of the runtime's IOP
     * @param tid the runtime's TID
     * @param memory for images and texts
     * @param tasks of the host's agent
     */
    public RuntimeClient(IopDriver driver, int tid, HostMemory memory, Tasks tasks) {
        this.driver = driver;
        this.tid = tid;
        this.memory = memory;
        this.tasks = tasks;
        this.cookie = tasks.call(() -> driver.standingContext(reply -> { }));
    }

    @Override
    public int load(byte[] image, LoadOptions options) {
        return loadInstance(image, options).number();
    }

    /**
     * Loads an extension; as {@link #load}, for whoever uses its number later, when it can be another's.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number and life
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
    public LoadedInstance loadInstance(byte[] image, LoadOptions options) {
        return give(RuntimeProtocol.LOAD, image, options, flags(options));
    }

    private static int flags(LoadOptions options) {
        return (options.tied() ? RuntimeProtocol.TIED : 0) | (options.metering() == Metering.UNMETERED ? RuntimeProtocol.UNMETERED : 0);
    }

    /**
     * Begins to load an extension, on the host's agent; as {@link #load}, for whoever must not wait.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number and life, or a failure with the runtime's verdict
     */
    public Pending<LoadedInstance> beginLoad(byte[] image, LoadOptions options) {
        return begin(RuntimeProtocol.LOAD, List.of(image.length, options.owner(), flags(options)),
            joined(image, options), VERDICT_BYTES).map(answer -> {
                if (!answer.isSuccess()) {
                    throw new HostException(answer.verdict());
                }
                return LoadedInstance.of(answer.reply());
            });
    }

    @Override
    public void replace(int instance, byte[] image, LoadOptions options) {
        give(RuntimeProtocol.REPLACE, image, options, instance);
    }

    /**
     * Asks whether an instance would be replaced: the card does it, and takes it back before anything else happens there. What the
     * instance knows stays; a version on trial holds from now on.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param options as of {@link #replace(int, byte[], LoadOptions)}
     * @throws ExtensionRefusedException with the runtime's verdict, when it would be refused
     */
    public void rehearse(int instance, byte[] image, LoadOptions options) {
        give(RuntimeProtocol.REHEARSE, image, options, instance);
    }

    @Override
    public void limit(int owner, OwnerLimits limits) {
        byte[] text = limits.text();
        accepted(RuntimeProtocol.LIMIT, List.of(owner), text.length == 0 ? new byte[] {'\n'} : text);
    }

    private static byte[] joined(byte[] image, LoadOptions options) {
        byte[] parameters = options.parameters().text();
        byte[] all = Arrays.copyOf(image, image.length + parameters.length);
        System.arraycopy(parameters, 0, all, image.length, parameters.length);
        return all;
    }

    private LoadedInstance give(int code, byte[] image, LoadOptions options, int last) {
        return LoadedInstance.of(accepted(code, List.of(image.length, options.owner(), last), joined(image, options)));
    }

    private MessageFrame accepted(int code, List<Integer> arguments, byte[] given) {
        Answer answer = answer(code, arguments, given, VERDICT_BYTES);
        if (!answer.isSuccess()) {
            throw new ExtensionRefusedException(answer.verdict());
        }
        return answer.reply();
    }

    /**
     * Unloads an extension.
     *
     * @param instance its instance number
     * @throws ExtensionRefusedException when there is none
     */
    public void unload(int instance) {
        unload(instance, 0);
    }

    @Override
    public void unload(int instance, int owner) {
        MessageFrame reply = call(RuntimeProtocol.UNLOAD, List.of(instance, owner));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new ExtensionRefusedException(switch (reply.detailedStatus()) {
                case DetailedStatus.DEVICE_BUSY -> "instance " + instance + " is being unloaded already";
                case DetailedStatus.INSUFFICIENT_RESOURCE_SOFT -> "too many requests wait until an image of the same owner is verified: try"
                    + " again to unload instance " + instance;
                case DetailedStatus.TIMEOUT -> "instance " + instance + " was stopped; it leaves when a device has given back its memory";
                default -> "there is no instance " + instance + " to unload";
            });
        }
    }

    @Override
    public int endOwner(int owner) {
        MessageFrame reply = call(RuntimeProtocol.END_OWNER, List.of(owner));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new ExtensionRefusedException("the extensions of owner " + Integer.toUnsignedString(owner)
                + " were stopped; one leaves when a device has given back its memory");
        }
        return reply.wordOrZero(FIRST_WORD);
    }

    /** {@return all loaded extensions} */
    public List<InstanceStatus> list() {
        return list(0);
    }

    @Override
    public List<InstanceStatus> list(int owner) {
        return InstanceStatus.parse(reports(RuntimeProtocol.LIST, owner));
    }

    @Override
    public List<OwnerStatus> owners(int owner) {
        return OwnerStatus.parse(reports(RuntimeProtocol.OWNERS, owner));
    }

    @Override
    public InstanceStatus inspect(int instance, int owner) {
        Answer answer = answer(RuntimeProtocol.INSPECT, List.of(instance, owner), NOTHING, REPORT_BYTES);
        List<InstanceStatus> reports = InstanceStatus.parse(answer.text());
        if (!answer.isSuccess() || reports.isEmpty()) {
            throw new ExtensionRefusedException(answer.isSuccess() ? "the report of instance " + instance + " did not arrive: try again"
                : "there is no instance " + instance);
        }
        return reports.getFirst();
    }

    /** Asks for as many reports as fit, and on until all are there. */
    private String reports(int code, int owner) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        do {
            Answer answer = answer(code, List.of(owner, next), NOTHING, REPORT_BYTES);
            next = answer.reply().wordOrZero(FIRST_WORD);
            if (!answer.isSuccess() || answer.text().isEmpty() && next != 0) {
                throw new ExtensionRefusedException("the card's reports did not arrive: try again");
            }
            text.append(answer.text());
        } while (next != 0);
        return text.toString();
    }

    /**
     * Asks for everything about an extension, on the host's agent; as {@link #inspect}, for whoever must not wait.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @return the report, or a failure when the owner has none of that number or the card does not answer
     */
    public Pending<InstanceStatus> beginInspect(int instance, int owner) {
        return begin(RuntimeProtocol.INSPECT, List.of(instance, owner), NOTHING, REPORT_BYTES).map(answer -> {
            List<InstanceStatus> reports = InstanceStatus.parse(answer.text());
            if (reports.isEmpty()) {
                throw new HostException("there is no report of instance " + instance);
            }
            return reports.getFirst();
        });
    }

    /**
     * Begins to unload an extension, on the host's agent; as {@link #unload(int, int)}, for whoever must not wait.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @return whether nothing of it is left on the card: false when there was none, or it leaves later; a failure when the card does not
     *     answer
     */
    public Pending<Boolean> beginUnload(int instance, int owner) {
        return ask(RuntimeProtocol.UNLOAD, List.of(instance, owner), List.of())
            .map(reply -> reply.requestStatus() == RequestStatus.SUCCESS);
    }

    /** Asks the runtime, on the host's agent. What it is given and what it writes lie in memory of this one request. */
    private Pending<Answer> begin(int code, List<Integer> arguments, byte[] given, int room) {
        List<SglElement> buffers = new ArrayList<>();
        List<Region> regions = new ArrayList<>();
        if (given.length > 0) {
            Region in = memory.allocate("what a runtime is given", given.length);
            MemorySegment.copy(given, 0, in.memory(), ValueLayout.JAVA_BYTE, 0, given.length);
            regions.add(in);
            buffers.add(SglElement.Simple.from((int) in.base(), given.length));
        }
        Region out = memory.allocate("what a runtime answers", room);
        regions.add(out);
        buffers.add(SglElement.Simple.into((int) out.base(), room));
        Pending<Answer> answered = new Pending<>();
        ask(code, arguments, buffers).whenDone(asked -> {
            HostException failure = asked.failure();
            Answer answer = failure == null ? new Answer(asked.get(), text(out, asked.get())) : null;
            regions.forEach(memory::free);
            if (answer != null) {
                answered.complete(answer);
            } else if (failure != null) {
                answered.fail(failure);
            }
        });
        return answered;
    }

    private static String text(Region region, MessageFrame reply) {
        int length = (int) Math.max(0, Math.min(reply.wordOrZero(SECOND_WORD), region.length()));
        return new String(region.memory().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private Pending<MessageFrame> ask(int code, List<Integer> arguments, List<SglElement> buffers) {
        boolean loads = code == RuntimeProtocol.LOAD || code == RuntimeProtocol.REPLACE || code == RuntimeProtocol.REHEARSE;
        return driver.call(tid, new PrivateMessage(OrganizationId.SPINE, code, arguments, buffers), loads ? LOAD_TIMEOUT_NS : TIMEOUT_NS);
    }

    private Answer answer(int code, List<Integer> arguments, byte[] given, int room) {
        return Pending.await(tasks, "the runtime's answer", () -> begin(code, arguments, given, room));
    }

    private MessageFrame call(int code, List<Integer> arguments) {
        return Pending.await(tasks, "the runtime's answer", () -> ask(code, arguments, List.of()));
    }

    @Override
    public void send(int instance, int handler, int... words) {
        while (!tasks.call(() -> trySend(instance, handler, words))) {
            // Every frame is in flight: one returns as soon as the runtime has looked at it.
            tasks.await("a free frame of the runtime's IOP", driver::hasFreeFrame);
        }
    }

    /**
     * Sends a small message to an extension, on the host's agent.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param words at most 12 user words
     * @return false when every frame is in flight: try again in a later step, the agent is woken when a frame returns
     */
    public boolean trySend(int instance, int handler, int... words) {
        OutgoingRequest request = driver.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.SMALL_WORDS, 0, cookie);
        if (request == null) {
            return false;
        }
        fill(request.frame(), instance, handler, RuntimeProtocol.KIND_SMALL, words);
        request.post();
        return true;
    }

    /**
     * Sends a bulk message to an extension, on the host's agent: the card fetches the bytes, then the handler runs. The card does not say
     * when it has fetched them; an answer of the extension does.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param data bus address of the first byte, in memory of the host
     * @param bytes how many, 1 to 1 MiB
     * @param words at most 12 user words
     * @return false when every frame is in flight: try again in a later step
     */
    public boolean trySendBulk(int instance, int handler, long data, int bytes, int... words) {
        OutgoingRequest request = driver.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.BULK_WORDS, RuntimeProtocol.SMALL_WORDS,
            cookie);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        fill(frame, instance, handler, RuntimeProtocol.KIND_BULK, words);
        frame.setWord(RuntimeProtocol.SMALL_WORDS, LAST_SIMPLE_ELEMENT | bytes);
        frame.setWord(RuntimeProtocol.SMALL_WORDS + 1, (int) data);
        request.post();
        return true;
    }

    /**
     * Grants memory of the host to an extension, on the host's agent: its handler gets a message of kind GRANTED.
     *
     * @param instance the instance number
     * @param handler the handler there
     * @param number goes into word 0
     * @param memory all of which is granted to the IOP of this runtime, see {@link #busAgent}
     * @param grant the token of the grant on the bus, for reading and writing
     * @return false when every frame is in flight: try again in a later step
     */
    public boolean tryGrant(int instance, int handler, int number, Region memory, long grant) {
        OutgoingRequest request = driver.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.REGION_WORDS, 0, cookie);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        fill(frame, instance, handler, RuntimeProtocol.KIND_REGION, new int[] {number});
        int word = RuntimeProtocol.FIRST_REGION_WORD;
        frame.setWord(word, (int) grant);
        frame.setWord(word + 1, (int) (grant >>> Integer.SIZE));
        frame.setWord(word + 2, (int) memory.base());
        frame.setWord(word + 3, (int) (memory.base() >>> Integer.SIZE));
        frame.setWord(word + 4, (int) memory.length());
        frame.setWord(word + 5, 1);
        request.post();
        return true;
    }

    /** {@return the bus agent of the runtime's IOP: whom memory is granted to} */
    public BusAgent busAgent() {
        return driver.busAgent();
    }

    private static void fill(MessageFrame frame, int instance, int handler, int kind, int[] words) {
        frame.setWord(3, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0, kind));
        for (int i = 0; i < 12; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, i < words.length ? words[i] : 0);
        }
    }

    @Override
    public void listen(int handler, ReplyHandler receiver) {
        tasks.run(() -> {
            if (!tryListen(handler, listener(receiver))) {
                throw new HostException("the IOP has no free frame: try again");
            }
        });
    }

    /**
     * Receives the messages that one instance of this runtime sends to one of the host's handlers, beside others that listen to other
     * instances under the same number by this client. Whoever listens there to all instances takes the place of all of them.
     *
     * @param handler the host's handler, 0 to 255
     * @param messages its receiver is called on the host's agent; user words begin at word 4. A reset of the card ends it
     */
    public void listen(int handler, InstanceMessages messages) {
        tasks.run(() -> {
            Shared there = shared.get(handler);
            if (there == null) {
                SharedHandler made = new SharedHandler(() -> forget(handler));
                there = new Shared(made, listener(made));
                shared.put(handler, there);
            }
            if (!tryListen(handler, there.context)) {
                throw new HostException("the IOP has no free frame: try again");
            }
            there.handler.add(messages);
        });
    }

    /** The card was reset. */
    private void forget(int handler) {
        Shared gone = shared.remove(handler);
        if (gone != null) {
            release(gone.context);
        }
    }

    /**
     * Makes what {@link #tryListen} names: it stays over the lives of the IOP. On the host's agent.
     *
     * @param receiver called on the host's agent; user words begin at word 4
     * @return its context
     */
    public int listener(ReplyHandler receiver) {
        return driver.standingContext(receiver);
    }

    /**
     * Receives the messages that extensions of this runtime send to one of the host's handlers, on the host's agent; to be said again when
     * the IOP was reset.
     *
     * @param handler the host's handler, 0 to 255
     * @param listener of {@link #listener}
     * @return false when every frame is in flight: try again in a later step
     */
    public boolean tryListen(int handler, int listener) {
        OutgoingRequest request = driver.openStanding(tid, Function.PRIVATE, 6, 0, listener);
        if (request == null) {
            return false;
        }
        request.frame().setWord(4, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN);
        request.frame().setWord(5, handler);
        request.post();
        return true;
    }

    /** Ends a context of {@link #listener}; on the host's agent. What comes for it later is counted as late. */
    public void release(int listener) {
        driver.release(listener);
    }

    @Override
    public Listening listen(int handler, LentBuffers buffers, DataListener receiver) {
        DataInbox inbox = tasks.call(() -> new DataInbox(driver.host(), new CardWay(driver, tid), memory, handler, buffers, receiver));
        tasks.await("the runtime to hear who listens", inbox::isSettled);
        return inbox.through(tasks);
    }
}

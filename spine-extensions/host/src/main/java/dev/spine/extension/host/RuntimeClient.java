package dev.spine.extension.host;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
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

    /**
     * Loads an extension of the node itself.
     *
     * @param image the bytes of its jar
     * @return its instance number
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
    @Override
    public int load(byte[] image) {
        return load(image, LoadOptions.OF_NODE);
    }

    /**
     * Loads an extension.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
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
        return give(RuntimeProtocol.LOAD, image, options.parameters().text(), options.owner(),
            options.tied() ? RuntimeProtocol.TIED : 0);
    }

    /**
     * Begins to load an extension, on the host's agent; as {@link #load}, for whoever must not wait.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number and life, or a failure with the runtime's verdict
     */
    public Pending<LoadedInstance> beginLoad(byte[] image, LoadOptions options) {
        byte[] parameters = options.parameters().text();
        byte[] all = Arrays.copyOf(image, image.length + parameters.length);
        System.arraycopy(parameters, 0, all, image.length, parameters.length);
        Region in = memory.allocate("what a runtime is given", all.length);
        Region out = memory.allocate("verdict", VERDICT_BYTES);
        MemorySegment.copy(all, 0, in.memory(), ValueLayout.JAVA_BYTE, 0, all.length);
        Pending<LoadedInstance> loaded = new Pending<>();
        driver.call(tid, new PrivateMessage(OrganizationId.SPINE, RuntimeProtocol.LOAD,
            List.of(image.length, options.owner(), options.tied() ? RuntimeProtocol.TIED : 0),
            List.of(SglElement.Simple.from((int) in.base(), all.length), SglElement.Simple.into((int) out.base(), VERDICT_BYTES))),
            LOAD_TIMEOUT_NS).whenDone(answer -> {
                HostException failure = answer.failure();
                MessageFrame reply = failure == null ? answer.get() : null;
                String verdict = reply == null ? "" : text(out, reply);
                memory.free(in);
                memory.free(out);
                if (reply == null) {
                    loaded.fail(failure == null ? new HostException("no answer") : failure);
                } else if (reply.requestStatus() != RequestStatus.SUCCESS) {
                    loaded.fail(new HostException(verdict.isEmpty() ? "refused without a verdict" : verdict));
                } else {
                    loaded.complete(LoadedInstance.of(reply));
                }
            });
        return loaded;
    }

    /**
     * Replaces the code of an instance between two messages; it keeps its number, its parameters, and the state that both versions know.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param owner whose instance it must be, 0 for anybody's
     * @throws ExtensionRefusedException with the runtime's verdict, when the new version was refused or failed to start; the old one then
     *     goes on
     */
    @Override
    public void replace(int instance, byte[] image, int owner) {
        give(RuntimeProtocol.REPLACE, image, new byte[0], owner, instance);
    }

    /**
     * Replaces the code of an instance and what it is told.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param options whose instance it must be, 0 for anybody's, and the new parameters, all of them; when it ends stays as it was
     * @throws ExtensionRefusedException with the runtime's verdict, when the new version was refused or failed to start; the old one then
     *     goes on
     */
    @Override
    public void replace(int instance, byte[] image, LoadOptions options) {
        give(RuntimeProtocol.REPLACE, image, options.parameters().text(), options.owner(), instance);
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
        give(RuntimeProtocol.REHEARSE, image, options.parameters().text(), options.owner(), instance);
    }

    /**
     * Sets what all extensions of an owner may use together, from now on.
     *
     * @param owner whose
     * @param limits how much; a quota that is left out is not bounded
     * @throws ExtensionRefusedException with the runtime's verdict, when they were refused
     */
    @Override
    public void limit(int owner, OwnerLimits limits) {
        byte[] text = limits.text();
        bring(RuntimeProtocol.LIMIT, List.of(owner), text.length == 0 ? new byte[] {'\n'} : text);
    }

    private LoadedInstance give(int code, byte[] image, byte[] parameters, int owner, int last) {
        byte[] all = Arrays.copyOf(image, image.length + parameters.length);
        System.arraycopy(parameters, 0, all, image.length, parameters.length);
        return bring(code, List.of(image.length, owner, last), all);
    }

    private LoadedInstance bring(int code, List<Integer> arguments, byte[] bytes) {
        Region in = memory.allocate("what a runtime is given", bytes.length);
        Region out = memory.allocate("verdict", VERDICT_BYTES);
        try {
            MemorySegment.copy(bytes, 0, in.memory(), ValueLayout.JAVA_BYTE, 0, bytes.length);
            MessageFrame reply = call(code, arguments, List.of(SglElement.Simple.from((int) in.base(), bytes.length),
                SglElement.Simple.into((int) out.base(), VERDICT_BYTES)));
            String verdict = text(out, reply);
            if (reply.requestStatus() != RequestStatus.SUCCESS) {
                throw new ExtensionRefusedException(verdict.isEmpty() ? "refused without a verdict" : verdict);
            }
            return LoadedInstance.of(reply);
        } finally {
            memory.free(in);
            memory.free(out);
        }
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

    /**
     * Unloads an extension; returns when nothing of it is left on the card.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @throws ExtensionRefusedException when the owner has none of that number, or a device does not give back what it uses of it
     */
    @Override
    public void unload(int instance, int owner) {
        MessageFrame reply = call(RuntimeProtocol.UNLOAD, List.of(instance, owner), List.of());
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

    /**
     * Unloads all extensions of an owner that were loaded for as long as it is connected; returns when nothing of them is left.
     *
     * @param owner whose connection has ended
     * @return how many there were
     * @throws ExtensionRefusedException when a device does not give back what it uses of one; all are stopped
     */
    @Override
    public int endOwner(int owner) {
        MessageFrame reply = call(RuntimeProtocol.END_OWNER, List.of(owner), List.of());
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

    /**
     * {@return the loaded extensions of an owner}
     *
     * @param owner whose, 0 for all
     */
    @Override
    public List<InstanceStatus> list(int owner) {
        return InstanceStatus.parse(reports(RuntimeProtocol.LIST, owner));
    }

    /**
     * {@return what owners use, and may use}
     *
     * @param owner whose, 0 for all
     */
    @Override
    public List<OwnerStatus> owners(int owner) {
        return OwnerStatus.parse(reports(RuntimeProtocol.OWNERS, owner));
    }

    /**
     * {@return everything about an extension}
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @throws ExtensionRefusedException when the owner has none of that number
     */
    @Override
    public InstanceStatus inspect(int instance, int owner) {
        Region out = memory.allocate("report", REPORT_BYTES);
        try {
            MessageFrame reply = call(RuntimeProtocol.INSPECT, List.of(instance, owner), List.of(
                SglElement.Simple.into((int) out.base(), REPORT_BYTES)));
            List<InstanceStatus> reports = InstanceStatus.parse(text(out, reply));
            if (reply.requestStatus() != RequestStatus.SUCCESS || reports.isEmpty()) {
                throw new ExtensionRefusedException(reply.requestStatus() == RequestStatus.SUCCESS
                    ? "the report of instance " + instance + " did not arrive: try again" : "there is no instance " + instance);
            }
            return reports.getFirst();
        } finally {
            memory.free(out);
        }
    }

    /** Asks for as many reports as fit, and on until all are there. */
    private String reports(int code, int owner) {
        StringBuilder text = new StringBuilder();
        Region out = memory.allocate("reports", REPORT_BYTES);
        try {
            int next = 0;
            do {
                MessageFrame reply = call(code, List.of(owner, next), List.of(SglElement.Simple.into((int) out.base(), REPORT_BYTES)));
                String some = text(out, reply);
                if (reply.requestStatus() != RequestStatus.SUCCESS || some.isEmpty() && reply.wordOrZero(FIRST_WORD) != 0) {
                    throw new ExtensionRefusedException("the card's reports did not arrive: try again");
                }
                text.append(some);
                next = reply.wordOrZero(FIRST_WORD);
            } while (next != 0);
            return text.toString();
        } finally {
            memory.free(out);
        }
    }

    /**
     * Asks for everything about an extension, on the host's agent; as {@link #inspect}, for whoever must not wait.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @return the report, or a failure when the owner has none of that number or the card does not answer
     */
    public Pending<InstanceStatus> beginInspect(int instance, int owner) {
        Region out = memory.allocate("report", REPORT_BYTES);
        Pending<InstanceStatus> inspected = new Pending<>();
        driver.call(tid, new PrivateMessage(OrganizationId.SPINE, RuntimeProtocol.INSPECT, List.of(instance, owner),
            List.of(SglElement.Simple.into((int) out.base(), REPORT_BYTES))), TIMEOUT_NS).whenDone(answer -> {
                HostException failure = answer.failure();
                List<InstanceStatus> reports = failure == null ? InstanceStatus.parse(text(out, answer.get())) : List.of();
                memory.free(out);
                if (reports.isEmpty()) {
                    inspected.fail(failure == null ? new HostException("there is no report of instance " + instance) : failure);
                } else {
                    inspected.complete(reports.getFirst());
                }
            });
        return inspected;
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
        return driver.call(tid, new PrivateMessage(OrganizationId.SPINE, RuntimeProtocol.UNLOAD, List.of(instance, owner), List.of()),
            TIMEOUT_NS).map(reply -> reply.requestStatus() == RequestStatus.SUCCESS);
    }

    private static String text(Region region, MessageFrame reply) {
        int length = (int) Math.max(0, Math.min(reply.wordOrZero(SECOND_WORD), region.length()));
        return new String(region.memory().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private MessageFrame call(int code, List<Integer> payload, List<SglElement> buffers) {
        PrivateMessage message = new PrivateMessage(OrganizationId.SPINE, code, payload, buffers);
        Pending<MessageFrame> pending = tasks.call(() -> driver.call(tid, message,
            code == RuntimeProtocol.LOAD || code == RuntimeProtocol.REPLACE || code == RuntimeProtocol.REHEARSE ? LOAD_TIMEOUT_NS
                : TIMEOUT_NS));
        tasks.await("the runtime's answer", pending::isDone);
        return pending.get();
    }

    /**
     * Sends a small message to an extension.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param words at most 12 user words
     */
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

    /**
     * Receives the messages that extensions of this runtime send to one of the host's handlers.
     *
     * @param handler the host's handler, 0 to 255
     * @param receiver called on the host's agent; user words begin at word 4
     */
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

package dev.spine.extension.runtime;

import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.parts.CarriedOver;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IncomingRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runtime on a place that is no card: the same core, verifier, meter and quotas, but loaded, asked and given its turns by calls instead
 * of messages.
 *
 * <p>All methods are called on the agent of the place.
 */
public final class HostedRuntime {
    /** What became of a message that was to be delivered. */
    public enum Admission {
        /** It waits for its handler. */
        TAKEN,
        /** The queue is full: try again after a turn. */
        LATER,
        /** It cannot be delivered: its instance is not there, or can hold no more data. */
        REFUSED
    }

    private final ExtensionRuntime runtime;
    private final InstanceTable table;
    private final boolean[] leaving = new boolean[CardLimits.MAX_INSTANCES + 1];
    private int leavingCount;

    /**
     * A runtime at a place.
     *
     * @param environment where
     * @param memoryBytes how much memory of the place extensions share
     * @param limits what each instance may hold
     */
    public HostedRuntime(ExecutionEnvironment environment, int memoryBytes, InstanceLimits limits) {
        this.runtime = new ExtensionRuntime(new CarriedOver(), environment, memoryBytes, limits);
        this.table = runtime.table();
    }

    /**
     * Has somebody notified of each activation. Before anything is loaded; it makes activations slow.
     *
     * @param observer is notified on the agent of the place
     */
    public void observe(ActivationObserver observer) {
        runtime.parts().carried().observe(observer);
    }

    // --- life

    /**
     * Verifies, meters and links an image, and starts it, exactly as a card does.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number
     * @throws ExtensionException with the verdict, when it was refused or its start failed; a {@link ThrottledException} when extensions of
     *     its owner fail too fast or start for too long
     */
    public int load(byte[] image, LoadOptions options) throws ExtensionException {
        runtime.instances().requirePace(options.owner());
        return runtime.loads().load(image, options).number();
    }

    /**
     * Replaces the code of an instance between two messages, on trial, exactly as a card does.
     *
     * @param instance its number
     * @param image the bytes of the new version's jar
     * @param owner whose it must be, 0 for anybody's
     * @param parameters what the new version is told; null: the same as the old one
     * @throws ExtensionException when there is no such instance that runs, or the new version is refused or fails to start: the old one
     *     then goes on
     */
    public void replace(int instance, byte[] image, int owner, @Nullable LoadParameters parameters) throws ExtensionException {
        ExtensionInstance replaced = table.get(instance, owner);
        if (replaced == null || !replaced.isRunning()) {
            throw new ExtensionException("there is no such instance that runs");
        }
        runtime.instances().requirePace(owner);
        runtime.loads().replace(replaced, image, owner, parameters);
    }

    /**
     * Stops an instance; it leaves now, or in a later turn when its last transfer has ended.
     *
     * @param instance its number
     * @param owner whose it must be, 0 for anybody's
     * @return false when the owner has none of that number, or it is leaving already
     */
    public boolean unload(int instance, int owner) {
        ExtensionInstance ending = table.get(instance, owner);
        if (ending == null || leaving[instance]) {
            return false;
        }
        ending.stop();
        if (ending.isDrained()) {
            runtime.instances().remove(ending);
        } else {
            leaving[instance] = true;
            leavingCount++;
        }
        return true;
    }

    /**
     * Unloads all extensions of an owner that were loaded for as long as it is connected.
     *
     * @param owner whose connection has ended
     * @return the numbers of those that had not been unloaded before
     */
    public List<Integer> endOwner(int owner) {
        List<Integer> ending = new ArrayList<>();
        runtime.loads().endOwner(owner);
        for (ExtensionInstance instance : table.tiedTo(owner)) {
            if (unload(instance.number(), owner)) {
                ending.add(instance.number());
            }
        }
        return List.copyOf(ending);
    }

    /**
     * Sets what all extensions of an owner may use together at this environment, from now on.
     *
     * @param owner whose
     * @param limits how much
     * @throws ExtensionException when there are limits for as many owners as may be
     */
    public void limit(int owner, OwnerLimits limits) throws ExtensionException {
        runtime.instances().limit(owner, limits);
    }

    private int dropDrained() {
        int dropped = 0;
        for (int number = 1; leavingCount > dropped && number < leaving.length; number++) {
            ExtensionInstance ending = leaving[number] ? table.get(number) : null;
            if (ending != null && ending.isDrained()) {
                leaving[number] = false;
                runtime.instances().remove(ending);
                dropped++;
            }
        }
        leavingCount -= dropped;
        return dropped;
    }

    /**
     * {@return whether there is an instance of that number: running, failed, or on its way out}
     *
     * @param instance 1 to 255
     */
    public boolean isLoaded(int instance) {
        return table.get(instance) != null;
    }

    /**
     * {@return whether an instance runs: it has neither failed nor ended}
     *
     * @param instance 1 to 255
     */
    public boolean isRunning(int instance) {
        ExtensionInstance found = table.get(instance);
        return found != null && found.isRunning();
    }

    // --- messages

    /**
     * Says where messages for one of the application's handlers go, and that it takes data.
     *
     * @param handler 0 to 255
     * @param context the InitiatorContext that they carry on {@link ExecutionEnvironment#application}
     * @param pieceBytes of each piece of memory that the application is going to {@linkplain #lend lend}, at most 1 MiB; 0 for
     *     none
     * @return false when there is no such handler or size
     */
    public boolean listen(int handler, int context, int pieceBytes) {
        return runtime.dispatcher().host().listen(handler, context, pieceBytes);
    }

    /**
     * The application lends a piece of memory for the data of one message.
     *
     * @param handler under which it listens
     * @param context with which it listens
     * @param number by which the message's frame names the piece
     * @param address its bus address
     * @param bytes as many as it said when it began to listen
     * @param grant under which this environment may write there
     * @return false when it does not listen so, or no more can be lent
     */
    public boolean lend(int handler, int context, int number, long address, int bytes, long grant) {
        return runtime.dispatcher().host().lend(handler, context, number, address, bytes, grant);
    }

    /**
     * The application listens no more: what it lends is forgotten, and what is on its way comes back to its senders.
     *
     * @param handler under which it listens
     * @param context with which it listens
     * @return false when somebody else listens there, or nobody
     */
    public boolean stopListening(int handler, int context) {
        return runtime.dispatcher().host().stop(handler, context);
    }

    /**
     * {@return whether an instance has room for a message; while not, its messages have to wait}
     *
     * @param instance 1 to 255
     */
    public boolean hasRoom(int instance) {
        return runtime.dispatcher().local().queues().room(instance) > 0;
    }

    /**
     * Delivers a small message.
     *
     * @param frame its frame; only its user byte and user words count, and it is copied
     * @param instance whose handler
     * @param handler which
     * @param way which way it has come: HOST from the application, PEER from a card
     * @return what became of it; one that is refused is counted as undeliverable
     */
    public Admission deliver(MessageFrame frame, int instance, int handler, Route.Way way) {
        LocalRoutes local = runtime.dispatcher().local();
        if (table.get(instance) == null) {
            local.undelivered().count(Undelivered.Reason.NO_RECEIVER);
            return Admission.REFUSED;
        }
        return local.enter(frame, address(frame, instance, handler), way, null) ? Admission.TAKEN : Admission.LATER;
    }

    /**
     * Delivers a bulk message of the application: its data is copied into memory of the place, which counts as the instance's until its
     * handler has run, or until it releases the buffer that it kept.
     *
     * @param frame its frame; only its user byte and user words count, and it is copied
     * @param instance whose handler
     * @param handler which
     * @param data holds the data
     * @param offset its first byte
     * @param bytes how many, at least 1
     * @return what became of it
     */
    public Admission deliver(MessageFrame frame, int instance, int handler, MemorySegment data, long offset, int bytes) {
        ExtensionInstance receiver = table.get(instance);
        if (receiver == null || bytes < 1) {
            return Admission.REFUSED;
        }
        if (!hasRoom(instance)) {
            return Admission.LATER;
        }
        CardMemory.Block block = runtime.parts().memory().allocateToFill(bytes);
        Lease lease = block == null ? null : receiver.leaseFor(block);
        if (block == null || lease == null) {
            if (block != null) {
                block.free();
            }
            return Admission.REFUSED;
        }
        MemorySegment.copy(data, offset, block.memory(), block.offset(), bytes);
        runtime.parts().agent().charge(Op.TOUCH_BYTE, bytes);
        if (!runtime.dispatcher().local().enter(frame, address(frame, instance, handler), Route.Way.HOST, lease)) {
            lease.release();
            return Admission.REFUSED;
        }
        return Admission.TAKEN;
    }

    private static int address(MessageFrame frame, int instance, int handler) {
        return RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), frame.transactionContext() >>> 8 & 0xFF,
            RuntimeProtocol.KIND_SMALL);
    }

    /**
     * A card's extension sends to one here as to a peer: the message is answered when it has left its receiver's queue. Data are fetched
     * by the DMA engine of the place, into memory of the receiver, and its handler runs when all are there. What cannot be taken yet waits.
     *
     * @param request of at least {@link RuntimeProtocol#SMALL_WORDS} words, and of a kind that peers send
     */
    public void onMessage(IncomingRequest request) {
        runtime.dispatcher().onMessage(request);
    }

    /** Senders of messages are {@linkplain IncomingRequest#isSenderGone gone}: nothing that they have lent is fetched any more. */
    public void dropFromGone() {
        runtime.dispatcher().frames().dropFromGone();
    }

    /**
     * An object on an IOP has answered a message that went out on one of the place's peer routes.
     *
     * @param reply its InitiatorContext and TransactionContext are those that the runtime has written into the message
     */
    public void onReply(MessageFrame reply) {
        runtime.onReply(reply);
    }

    // --- its turns

    /**
     * Does at most a number of pieces of work: handlers, completions, timers.
     *
     * @param limit at least 1
     * @return how many were done
     */
    public int doWork(int limit) {
        int work = runtime.doWork(limit);
        return leavingCount == 0 ? work : work + dropDrained();
    }

    // --- for people

    /**
     * {@return one instance as it stands, or null when there is none of that number}
     *
     * @param instance 1 to 255
     */
    public @Nullable InstanceReport report(int instance) {
        return runtime.report(instance);
    }

    /**
     * {@return the loaded extensions of an owner}
     *
     * @param owner whose, 0 for all
     */
    public List<InstanceStatus> list(int owner) {
        Reports reports = runtime.newReports();
        reports.instances(owner, 1, Integer.MAX_VALUE);
        return InstanceStatus.parse(reports.text());
    }

    /**
     * {@return what owners use, and may use}
     *
     * @param owner whose, 0 for all
     */
    public List<OwnerStatus> owners(int owner) {
        Reports reports = runtime.newReports();
        reports.owners(owner, 1, Integer.MAX_VALUE);
        return OwnerStatus.parse(reports.text());
    }

    /**
     * {@return everything about an extension, or null when the owner has none of that number}
     *
     * @param instance its number
     * @param owner whose it must be, 0 for anybody's
     */
    public @Nullable InstanceStatus inspect(int instance, int owner) {
        Reports reports = runtime.newReports();
        return reports.instance(instance, owner, Integer.MAX_VALUE) ? InstanceStatus.parse(reports.text()).getFirst() : null;
    }

    /** {@return bytes of the place's memory that are lent to extensions} */
    public int memoryInUse() {
        return runtime.parts().memoryInUse();
    }

    /** {@return buffers that the application lends for the data of messages to it} */
    public int lentByHost() {
        return runtime.dispatcher().host().lent();
    }

    /** {@return messages that had no destination, or were lost because their destination could take none} */
    public long undeliverable() {
        return runtime.dispatcher().local().undelivered().messages();
    }

    /** {@return the last failure of an extension in words, or an empty text} */
    public String lastFailure() {
        return runtime.parts().carried().lastFailure();
    }
}

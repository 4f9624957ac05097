package dev.spine.extension.host.kernel;

import dev.spine.extension.host.DataListener;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.runtime.HostedRuntime.Admission;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runtime of the host for callers outside the host's agent: the same calls as for a card, through the agent's tasks. */
public final class KernelClient implements ExtensionClient {
    private final KernelRuntime runtime;
    private final Tasks tasks;

    /** A call that the runtime may refuse. */
    @FunctionalInterface
    private interface Refusable<T> {
        T call() throws ExtensionException;
    }

    /** What came of a call: a value, or a refusal, which must not be thrown on the agent. */
    private record Outcome<T>(@Nullable T value, @Nullable ExtensionException refusal) {}

    /**
     * A client.
     *
     * @param runtime the host's runtime
     * @param tasks of the host's agent
     */
    public KernelClient(KernelRuntime runtime, Tasks tasks) {
        this.runtime = runtime;
        this.tasks = tasks;
    }

    private <T> T ask(Refusable<T> what) {
        Outcome<T> outcome = tasks.call(() -> {
            try {
                return new Outcome<>(what.call(), null);
            } catch (ExtensionException e) {
                return new Outcome<>(null, e);
            }
        });
        T value = outcome.value();
        if (value == null) {
            ExtensionException refusal = outcome.refusal();
            throw new ExtensionRefusedException("refused: " + (refusal == null ? "nothing came of it" : refusal.getMessage()));
        }
        return value;
    }

    @Override
    public int load(byte[] image, LoadOptions options) {
        return ask(() -> runtime.load(image, options));
    }

    @Override
    public void replace(int instance, byte[] image, LoadOptions options) {
        ask(() -> {
            runtime.replace(instance, image, options.owner(), options.parameters().values().isEmpty() ? null : options.parameters());
            return Boolean.TRUE;
        });
    }

    @Override
    public void unload(int instance, int owner) {
        if (!tasks.call(() -> runtime.unload(instance, owner))) {
            throw new ExtensionRefusedException("there is no instance " + instance + " to unload");
        }
        tasks.await("instance " + instance + " to leave", () -> !runtime.isLoaded(instance));
    }

    @Override
    public int endOwner(int owner) {
        List<Integer> ending = tasks.call(() -> runtime.endOwner(owner));
        for (int instance : ending) {
            tasks.await("instance " + instance + " to leave", () -> !runtime.isLoaded(instance));
        }
        return ending.size();
    }

    @Override
    public void limit(int owner, OwnerLimits limits) {
        ask(() -> {
            runtime.limit(owner, limits);
            return Boolean.TRUE;
        });
    }

    @Override
    public List<InstanceStatus> list(int owner) {
        return tasks.call(() -> runtime.list(owner));
    }

    @Override
    public List<OwnerStatus> owners(int owner) {
        return tasks.call(() -> runtime.owners(owner));
    }

    @Override
    public InstanceStatus inspect(int instance, int owner) {
        InstanceStatus status = tasks.<@Nullable InstanceStatus>call(() -> runtime.inspect(instance, owner));
        if (status == null) {
            throw new ExtensionRefusedException("there is no instance " + instance);
        }
        return status;
    }

    @Override
    public void send(int instance, int handler, int... words) {
        tasks.await("room for a message", runtime::hasFrame);
        while (!tasks.call(() -> trySend(instance, handler, words))) {
            tasks.await("room for a message", runtime::hasFrame);
        }
    }

    private boolean trySend(int instance, int handler, int[] words) {
        MessageFrame frame = runtime.open(instance, handler, 0);
        if (frame == null) {
            return false;
        }
        for (int i = 0; i < words.length; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, words[i]);
        }
        runtime.post();
        return true;
    }

    /**
     * Sends a bulk message.
     *
     * @param instance the extension's instance number
     * @param handler the handler there
     * @param data its data, at least 1 byte
     * @param words at most 12 user words
     * @throws ExtensionRefusedException when there is no such extension, or it can hold no more data
     */
    public void sendBulk(int instance, int handler, byte[] data, int... words) {
        Admission admission;
        do {
            tasks.await("room for a message", () -> runtime.hasRoom(instance));
            admission = tasks.call(() -> runtime.send(instance, handler, words, MemorySegment.ofArray(data), 0, data.length));
        } while (admission == Admission.LATER);
        if (admission == Admission.REFUSED) {
            throw new ExtensionRefusedException("instance " + instance + " is not there, or can hold no more data");
        }
    }

    @Override
    public void listen(int handler, ReplyHandler receiver) {
        tasks.run(() -> runtime.listen(handler, receiver));
    }

    @Override
    public Listening listen(int handler, LentBuffers buffers, DataListener receiver) {
        return tasks.call(() -> runtime.listen(handler, buffers, receiver)).through(tasks);
    }

    /**
     * Makes extensions of the host peers of a card's, as {@link KernelRuntime#serve}.
     *
     * @param iop the driver of the card
     * @param runtimeTid the card's runtime
     */
    public void serve(IopDriver iop, int runtimeTid) {
        while (!tasks.call(() -> runtime.serve(iop, runtimeTid))) {
            tasks.await("a free frame of " + iop.name(), iop::hasFreeFrame);
        }
    }

    /**
     * Joins two halves of an application, as {@link KernelRuntime#join}.
     *
     * @param iop the driver of the card
     * @param runtimeTid the card's runtime
     * @param applicationHandler the handler that the card's half sends to, 0 to 255
     * @param instance the instance number of the half on the host
     * @param handler its handler
     */
    public void join(IopDriver iop, int runtimeTid, int applicationHandler, int instance, int handler) {
        while (!tasks.call(() -> runtime.join(iop, runtimeTid, applicationHandler, instance, handler))) {
            tasks.await("a free frame of " + iop.name(), iop::hasFreeFrame);
        }
    }
}

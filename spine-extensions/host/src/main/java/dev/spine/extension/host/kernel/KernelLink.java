package dev.spine.extension.host.kernel;

import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;

/**
 * The way from the extensions of a card to one handler of an extension here: what they send to a handler of the host's application goes
 * there instead. A message driver returns a reply's frame before anybody reads it, so what finds no room waits here, in order; when that is
 * full too, it is lost and counted. Belongs to the host's agent.
 */
final class KernelLink implements ReplyHandler {
    /** The most messages that wait. */
    static final int WAITING = 512;

    private static final int BYTES = RuntimeProtocol.SMALL_WORDS * Integer.BYTES;

    private final HostedRuntime runtime;
    private final IopDriver iop;
    private final int context;
    private final int instance;
    private final int handler;
    private final Region memory;
    private final HostMemory hostMemory;
    private final MessageFrame slot = new MessageFrame();
    private int first;
    private int waiting;
    private boolean open = true;
    private long lost;

    KernelLink(HostedRuntime runtime, HostMemory hostMemory, IopDriver iop, int instance, int handler) {
        this.runtime = runtime;
        this.hostMemory = hostMemory;
        this.iop = iop;
        this.instance = instance;
        this.handler = handler;
        this.memory = hostMemory.allocate("messages of " + iop.name() + " that wait", (long) WAITING * BYTES);
        this.context = iop.standingContext(this);
    }

    int context() {
        return context;
    }

    int instance() {
        return instance;
    }

    /** {@return messages that came when no more could wait} */
    long lost() {
        return lost;
    }

    void close() {
        if (open) {
            open = false;
            waiting = 0;
            iop.release(context);
            hostMemory.free(memory);
        }
    }

    private MessageFrame slot(int number) {
        slot.wrap(memory.memory(), (long) (number % WAITING) * BYTES, BYTES);
        return slot;
    }

    private HostedRuntime.Admission deliver(MessageFrame message) {
        return runtime.deliver(message, instance, handler, Route.Way.PEER);
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (waiting == 0 && deliver(reply) != HostedRuntime.Admission.LATER) {
            return;
        }
        if (waiting == WAITING || !slot(first + waiting).copyFrom(reply)) {
            lost++;
        } else {
            waiting++;
        }
    }

    /** Delivers what waits: {@return how many}. */
    int doWork(int limit) {
        int work = 0;
        while (work < limit && waiting > 0 && deliver(slot(first)) != HostedRuntime.Admission.LATER) {
            first = (first + 1) % WAITING;
            waiting--;
            work++;
        }
        return work;
    }

    @Override
    public void onFailure(RequestFailure why) {
        if (why.reason() == RequestFailure.Reason.IOP_RESET && open) {
            // The card has forgotten where the messages go: whoever joined the halves does so again.
            close();
        }
    }
}

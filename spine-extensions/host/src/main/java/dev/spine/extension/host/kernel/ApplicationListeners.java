package dev.spine.extension.host.kernel;

import dev.spine.extension.host.DataInbox;
import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;
import org.jspecify.annotations.Nullable;

/** Who on the host listens for messages of extensions that run beside it, by handler. Belongs to the host's agent. */
final class ApplicationListeners {
    private static final int HANDLERS = 256;
    private static final int HANDLER_SHIFT = 16;
    private static final int HANDLER_MASK = 0xFF;

    private final HostedRuntime runtime;
    private final HostAgent host;
    private final @Nullable ReplyHandler[] listeners = new ReplyHandler[HANDLERS];
    /** What the frames of each listener carry: those for who has listened before are not heard. */
    private final int[] contexts = new int[HANDLERS];
    private long unheard;

    ApplicationListeners(HostedRuntime runtime, HostAgent host) {
        this.runtime = runtime;
        this.host = host;
    }

    /**
     * Somebody listens from now on, in the place of who has before.
     *
     * @param handler 0 to 255
     * @param listener gets the frames
     * @param pieceBytes of each piece of memory that it is going to lend, 0 when it lends none
     * @return the context that its frames carry
     * @throws IllegalArgumentException when there is no such handler
     */
    int listen(int handler, ReplyHandler listener, int pieceBytes) {
        if (handler < 0 || handler >= HANDLERS || !runtime.listen(handler, contexts[handler] + 1, pieceBytes)) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 0 to 255");
        }
        ReplyHandler before = listeners[handler];
        listeners[handler] = listener;
        int context = ++contexts[handler];
        if (before instanceof DataInbox inbox) {
            inbox.replaced();
        }
        return context;
    }

    /** Gives a message to who listens for it. */
    void hear(MessageFrame message) {
        int handler = message.transactionContext() >>> HANDLER_SHIFT & HANDLER_MASK;
        ReplyHandler listener = listeners[handler];
        if (listener != null && contexts[handler] == message.initiatorContext()) {
            listener.onReply(message);
        } else {
            unheard++;
        }
    }

    /** {@return messages that were on their way when their listener ended} */
    long unheard() {
        return unheard;
    }

    /** {@return how the runtime is told of one more listener: by calls} */
    DataInbox.Way newWay() {
        return new CallWay();
    }

    private final class CallWay implements DataInbox.Way {
        private int handler;
        private int context;

        @Override
        public boolean listen(int number, int pieceBytes, ReplyHandler listener) {
            handler = number;
            context = ApplicationListeners.this.listen(number, listener, pieceBytes);
            return true;
        }

        @Override
        public boolean lend(int listensAs, int number, long address, int bytes, long grant) {
            return runtime.lend(listensAs, context, number, address, bytes, grant);
        }

        @Override
        public boolean stop(int listensAs) {
            // Somebody else may listen there by now: then there is nothing to end.
            runtime.stopListening(listensAs, context);
            return true;
        }

        @Override
        public boolean isSilent() {
            return true;
        }

        @Override
        public void forget() {
            if (contexts[handler] == context) {
                listeners[handler] = null;
            }
        }

        @Override
        public BusAgent busAgent() {
            return host.dma().busAgent();
        }
    }
}

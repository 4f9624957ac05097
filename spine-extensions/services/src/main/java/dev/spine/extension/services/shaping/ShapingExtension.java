package dev.spine.extension.services.shaping;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.List;

/**
 * Lets frames leave no faster than their class may and than the wire is wanted to be; what is too fast waits.
 *
 * <p>A stage of the router's egress on the card by whose wire frames leave: {@code egress = "shaping"} there. Parameters: {@code classes}
 * and those of each class ({@code TrafficClass}), with {@code c.queue}, the frames that wait (32), and {@code c.quantum}, the bytes of a
 * turn (1,522); {@code rate} of all classes together in bits a second (none), and its {@code burst} in bytes (15,000). Frames of no class
 * are not held. A frame that finds its queue full is dropped and counted. Belongs to the card's agent thread.
 */
public final class ShapingExtension implements Extension {
    private static final int DEPART = 1;
    private static final int FUEL_OF_CALL = 20_000;

    /** Made by the runtime when the extension is loaded. */
    public ShapingExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Shaper shaper = new Shaper(context);
        context.onMessage(DEPART, shaper, Shaper::onDeparture);
        context.services().export(EgressStages.SERVICE, EgressStages.SHAPING, ServiceRights.OWNER, FUEL_OF_CALL, shaper);
    }

    /** The stage; public, as services are called through a generated class. */
    public static final class Shaper implements EgressStage {
        /** Frames that leave in one activation. */
        private static final int BATCH = 16;
        /** When a wire takes nothing, it is asked again after so long. */
        private static final long RETRY_NS = 10_000;

        private final ExtensionContext context;
        private final PacketHeaders headers = new PacketHeaders();
        private final ClassQueue[] queues;
        private final TokenBucket all;
        private final Counter unclassed;
        private int turn;
        private boolean inTurn;
        private int waiting;
        private boolean isTimerSet;

        private Shaper(ExtensionContext context) {
            this.context = context;
            List<TrafficClass> classes = TrafficClass.read(context, ClassQueue.MAX_BYTES);
            queues = new ClassQueue[classes.size()];
            for (int i = 0; i < queues.length; i++) {
                queues[i] = new ClassQueue(context, classes.get(i));
            }
            all = new TokenBucket(ExtensionParameters.number(context, "rate", TokenBucket.MAX_RATE, 1, TokenBucket.MAX_RATE),
                ExtensionParameters.number(context, "burst", 15_000, ClassQueue.MAX_BYTES, TokenBucket.MAX_BURST), context.nowNs());
            unclassed = context.counter("packets of no class");
        }

        @Override
        public int onEgress(Buffer frame, int offset, int bytes, int ingressPort) {
            headers.parse(frame, offset, bytes);
            for (int i = 0; i < queues.length; i++) {
                if (queues[i].traffic().has(headers)) {
                    return shape(queues[i], frame, offset, bytes);
                }
            }
            unclassed.increment();
            return bytes;
        }

        private int shape(ClassQueue queue, Buffer frame, int offset, int bytes) {
            long now = context.nowNs();
            TokenBucket bucket = queue.traffic().bucket();
            // Whoever finds others waiting for the wire as a whole waits, too; who waits for his own class holds nobody up.
            boolean goes = queue.isEmpty() && bucket.waitNs(bytes, now) == 0 && all.waitNs(bytes, now) == 0 && !othersCouldGo(now);
            if (goes && bucket.take(bytes, now)) {
                all.take(bytes, now);
                queue.wentOut(bytes);
                return bytes;
            }
            if (!queue.add(frame, offset, bytes)) {
                return EgressStage.DROPPED;
            }
            waiting++;
            setTimer(now);
            return EgressStage.TAKEN;
        }

        private boolean othersCouldGo(long now) {
            for (int i = 0; waiting > 0 && i < queues.length; i++) {
                if (!queues[i].isEmpty() && queues[i].traffic().bucket().waitNs(queues[i].headBytes(), now) == 0) {
                    return true;
                }
            }
            return false;
        }

        /** To when the next frame may go. */
        private void setTimer(long now) {
            if (isTimerSet || waiting == 0) {
                return;
            }
            long soonest = Long.MAX_VALUE;
            for (int i = 0; i < queues.length; i++) {
                if (!queues[i].isEmpty()) {
                    int bytes = queues[i].headBytes();
                    soonest = Math.min(soonest, Math.max(queues[i].traffic().bucket().waitNs(bytes, now), all.waitNs(bytes, now)));
                }
            }
            isTimerSet = context.timer(soonest, DEPART, 0);
        }

        private void onDeparture(Message message) {
            isTimerSet = false;
            long now = context.nowNs();
            int idle = 0;
            for (int sent = 0; waiting > 0 && sent < BATCH && idle <= queues.length;) {
                ClassQueue queue = queues[turn];
                boolean may = !queue.isEmpty() && queue.traffic().bucket().waitNs(queue.headBytes(), now) == 0;
                if (may && !inTurn) {
                    queue.beginTurn();
                    inTurn = true;
                }
                if (!may || !queue.isInTurn()) {
                    // A turn that is too small for the frame counts for the next one: it is no idle one.
                    idle = may ? 0 : idle + 1;
                    turn = (turn + 1) % queues.length;
                    inTurn = false;
                    continue;
                }
                int bytes = queue.headBytes();
                if (all.waitNs(bytes, now) > 0) {
                    break;
                }
                if (!queue.sendHead(context)) {
                    isTimerSet = context.timer(RETRY_NS, DEPART, 0);
                    return;
                }
                queue.traffic().bucket().take(bytes, now);
                all.take(bytes, now);
                waiting--;
                sent++;
                idle = 0;
            }
            setTimer(now);
        }
    }
}

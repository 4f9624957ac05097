package dev.spine.host.lan;

import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.iop.engine.Op;

/**
 * The packets of one request to send, until each is done with. A packet's context is its number in the batch, below the batch's generation.
 * Made once, used again and again; host agent's thread.
 */
final class SendBatch implements ReplyHandler {
    private static final int INDEX_BITS = 8;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    /** The most packets of a batch. */
    static final int MAX_PACKETS = INDEX_MASK;

    private final LanOsm osm;
    private final int[] cookies = new int[MAX_PACKETS];
    private final boolean[] done = new boolean[MAX_PACKETS];
    private int count;
    private int left;
    private int generation;

    SendBatch(LanOsm osm) {
        this.osm = osm;
    }

    void begin() {
        count = 0;
        left = 0;
        generation++;
    }

    /** Adds a packet; returns its context. */
    int add(int cookie) {
        cookies[count] = cookie;
        done[count] = false;
        left++;
        return generation << INDEX_BITS | count++;
    }

    @Override
    public void onReply(MessageFrame reply) {
        int requestStatus = reply.requestStatus();
        int detailedStatus = reply.detailedStatus();
        if (requestStatus == RequestStatus.TRANSACTION_ERROR) {
            endAll(requestStatus, detailedStatus);
        } else {
            int contexts = LanSendReply.count(reply);
            for (int i = 0; i < contexts; i++) {
                osm.agent().charge(Op.LAN_SENT);
                int context = LanSendReply.context(reply, i);
                int index = context & INDEX_MASK;
                if (context >>> INDEX_BITS == (generation & -1 >>> INDEX_BITS) && index < count && !done[index]) {
                    end(index, requestStatus, detailedStatus);
                } else {
                    osm.strayContext();
                }
            }
            if ((reply.flags() & MessageFlags.LAST) != 0) {
                // What the port has not named by now it will not name: its fate is uncertain.
                endAll(RequestStatus.ABORT_DIRTY, LanStatus.TRANSMIT_ABORTED);
            }
        }
        if ((reply.flags() & MessageFlags.LAST) != 0) {
            osm.free(this);
        }
    }

    @Override
    public void onFailure(RequestFailure why) {
        endAll(RequestStatus.ABORT_DIRTY, LanStatus.TRANSMIT_ABORTED);
        osm.free(this);
    }

    private void endAll(int requestStatus, int detailedStatus) {
        for (int i = 0; i < count && left > 0; i++) {
            if (!done[i]) {
                end(i, requestStatus, detailedStatus);
            }
        }
    }

    private void end(int index, int requestStatus, int detailedStatus) {
        done[index] = true;
        left--;
        osm.sent(cookies[index], requestStatus, detailedStatus);
    }
}

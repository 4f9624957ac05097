package dev.spine.device.nic;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/** One transfer that brings packets of a burst into buckets. Made once, used again and again; belongs to the IOP's agent. */
final class BucketFill {
    /** Packets that share a transfer. */
    static final int MAX_PACKETS = 32;
    private static final int MAX_RUNS = MAX_PACKETS * 2;

    private final Transfer transfer;
    private final @Nullable Packet[] packets = new Packet[MAX_PACKETS];
    private final int[] contexts = new int[MAX_PACKETS];
    private final int[] initiators = new int[MAX_PACKETS];
    private final int[] initiatorContexts = new int[MAX_PACKETS];
    private final int[] offsets = new int[MAX_PACKETS];
    private final int[] lengths = new int[MAX_PACKETS];
    private int count;
    private int life;

    BucketFill(DeliveryList<Transfer> completions) {
        this.transfer = new Transfer(MAX_RUNS, completions);
        transfer.attach(this);
    }

    Transfer transfer() {
        return transfer;
    }

    /** Empties it, for the device's present life: a reset begins another. */
    void begin(int deviceLife) {
        transfer.clear();
        count = 0;
        life = deviceLife;
    }

    int life() {
        return life;
    }

    /** Puts a packet into the first bucket, which is large enough, and takes the bucket; false: no room, nothing was changed. */
    boolean add(Packet packet, BucketQueue buckets, int prePad) {
        if (count == MAX_PACKETS || !buckets.addRuns(transfer, packet.address(), packet.length(), prePad)) {
            return false;
        }
        packets[count] = packet;
        contexts[count] = buckets.context();
        initiators[count] = buckets.initiator();
        initiatorContexts[count] = buckets.initiatorContext();
        offsets[count] = prePad;
        lengths[count] = packet.length();
        count++;
        buckets.remove();
        return true;
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == MAX_PACKETS;
    }

    /** Takes a packet out, once. */
    Packet takePacket(int index) {
        Packet packet = packets[index];
        if (packet == null) {
            throw new IllegalStateException("packet " + index + " of a fill was taken before: take each once");
        }
        packets[index] = null;
        return packet;
    }

    int context(int index) {
        return contexts[index];
    }

    int initiator(int index) {
        return initiators[index];
    }

    int initiatorContext(int index) {
        return initiatorContexts[index];
    }

    int offset(int index) {
        return offsets[index];
    }

    int length(int index) {
        return lengths[index];
    }
}

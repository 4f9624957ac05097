package dev.spine.extension.panic.machine;

/** An operation on bytes of one object, or of the packet. */
abstract class RegionOperation extends Operation {
    /** In place of an object's number of words: the packet. */
    static final int PACKET = 0;

    private static final int WORD_SHIFT = 2;

    private final int first;
    private final int words;

    RegionOperation(int first, int words) {
        this.first = first;
        this.words = words;
    }

    /** Points a region at bytes, from an indexed word on; false when they are not in the object or the packet, which is a fault. */
    final boolean point(Machine machine, Region region, int index, int bytes) {
        if (words == PACKET) {
            Packet packet = machine.packet;
            if (!isInPacket(packet.length, index, bytes)) {
                machine.fault(Fault.PACKET);
                return false;
            }
            Region.set(region, Machine.payloadOf(machine), packet.at + (index << WORD_SHIFT), bytes);
            return true;
        }
        if (index < 0 || index >= words) {
            machine.fault(Fault.INDEX);
            return false;
        }
        if (bytes < 0 || bytes > words - index << WORD_SHIFT) {
            machine.fault(Fault.LENGTH);
            return false;
        }
        Region.set(region, Machine.dataOf(machine), machine.dataFirst + (first + index << WORD_SHIFT), bytes);
        return true;
    }

    private static boolean isInPacket(int length, int index, int bytes) {
        return index >= 0 && index <= length >> WORD_SHIFT && bytes >= 0 && bytes <= length - (index << WORD_SHIFT);
    }
}

package dev.spine.command.play;

import java.util.EnumMap;
import java.util.Map;

/** What became of the packets of one playing. For one thread. */
final class PacketAccount {
    private final Map<PacketEnd, Long> ends = new EnumMap<>(PacketEnd.class);

    /** Nothing so far. */
    PacketAccount() {}

    /**
     * Adds packets.
     *
     * @param end what became of them
     * @param packets how many
     */
    void add(PacketEnd end, long packets) {
        ends.merge(end, packets, Long::sum);
    }

    /**
     * Adds all of another account.
     *
     * @param other the other one
     */
    void add(PacketAccount other) {
        other.ends.forEach(this::add);
    }

    /** {@return how many packets ended in a way} */
    long get(PacketEnd end) {
        return ends.getOrDefault(end, 0L);
    }

    /** {@return how many packets there were} */
    long all() {
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }

    /** {@return how many packets the extension has ended} */
    long handled() {
        return ends.entrySet().stream().filter(end -> !end.getKey().counters().isEmpty()).mapToLong(Map.Entry::getValue).sum();
    }
}

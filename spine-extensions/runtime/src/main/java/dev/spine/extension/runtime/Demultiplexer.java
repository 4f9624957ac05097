package dev.spine.extension.runtime;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.runtime.demux.FilterTable;
import dev.spine.extension.runtime.quota.HeapCount;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * The packet handlers of a card, in the order in which packets come to them. Belongs to the card's agent; allocates only when they change.
 */
final class Demultiplexer {
    private final FilterTable<Installation<?>> filters = new FilterTable<>();

    void add(int order, PacketFilter filter, Installation<?> installation) {
        filters.add(order, filter, installation);
    }

    /** {@return how many packet handlers there are} */
    int size() {
        return filters.size();
    }

    /** {@return how many packet handlers of an owner there are} */
    int countOf(int owner) {
        int[] count = new int[1];
        filters.forEach(installation -> count[0] += installation.instance().owner() == owner ? 1 : 0);
        return count[0];
    }

    /** Removes what an instance installed with a filter and a context; returns how many there were. */
    int remove(ExtensionInstance instance, PacketFilter filter, Object context) {
        return filters.removeIf((other, installation) -> installation.instance() == instance && installation.context() == context
            && other.equals(filter));
    }

    /** Adds what the packet handlers of an instance hold to a count. */
    void count(ExtensionInstance instance, HeapCount count) {
        filters.forEach(installation -> {
            if (installation.instance() == instance) {
                installation.count(count);
            }
        });
    }

    void removeAll(ExtensionInstance instance) {
        filters.removeIf((filter, installation) -> installation.instance() == instance);
    }

    /** Takes the packet handlers of an instance out, for {@link #putBack}. */
    FilterTable.Taken<Installation<?>> take(ExtensionInstance instance) {
        return filters.take(installation -> installation.instance() == instance);
    }

    /** Puts packet handlers back into their places. */
    void putBack(FilterTable.Taken<Installation<?>> taken) {
        filters.putBack(taken);
    }

    /**
     * {@return the first handler that wants a packet, or null}
     *
     * @param packet a frame of any content
     */
    @Nullable Installation<?> find(Packet packet) {
        return filters.find(packet);
    }

    /**
     * {@return whether a handler of an instance is the first that wants a packet} It is no {@link #find}: {@link #findNext} goes on behind
     * the one before.
     *
     * @param packet a frame of any content
     */
    boolean isFirst(ExtensionInstance instance, Packet packet) {
        Installation<?> first = filters.peek(packet);
        return first != null && first.instance() == instance;
    }

    /** {@return the next handler that wants the packet of the last {@link #find}, or null; handlers may have come and gone since} */
    @Nullable Installation<?> findNext(Packet packet) {
        return filters.findNext(packet);
    }
}

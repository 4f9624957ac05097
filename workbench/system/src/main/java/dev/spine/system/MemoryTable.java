package dev.spine.system;

import dev.spine.iop.bus.MemoryLedger;
import dev.spine.iop.bus.MemoryLedger.Holding;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Who held what of a card's memory at one time. Immutable.
 *
 * @param limit bytes that the card has, {@link MemoryLedger#UNLIMITED} when nobody has said it
 * @param described bytes that a card of the machine's profile has, or {@link MemoryLedger#UNLIMITED}
 * @param held bytes that are held, of those that count
 * @param holdings the largest first
 * @param lastRefusal why something was refused last; empty when nothing was
 */
public record MemoryTable(long limit, long described, long held, List<Holding> holdings, String lastRefusal) {
    /** Keeps its own list. */
    public MemoryTable {
        holdings = List.copyOf(holdings);
    }

    /**
     * {@return who holds what now}
     *
     * @param ledger of the card
     */
    public static MemoryTable of(MemoryLedger ledger) {
        return of(ledger, MemoryLedger.UNLIMITED);
    }

    /**
     * {@return the same, and the sum says whether it is more than the machine's cards have}
     *
     * @param ledger of the card
     * @param described bytes of memory that a card of the machine's profile has
     */
    public static MemoryTable of(MemoryLedger ledger, long described) {
        List<Holding> holdings = new ArrayList<>(ledger.holdings());
        holdings.sort(Comparator.comparingLong(Holding::bytes).reversed());
        long held = holdings.stream().filter(Holding::isCharged).mapToLong(Holding::bytes).sum();
        return new MemoryTable(ledger.limit(), described, held, holdings, ledger.lastRefusal());
    }

    /** {@return the table, as people read it: the largest holder first, then the sum, then what is not counted} */
    public TextTable table() {
        TextTable table = new TextTable("holder", "bytes", "");
        holdings.stream().filter(Holding::isCharged).forEach(each -> table.row(each.what(), grouped(each.bytes()), ""));
        table.row("all of these", grouped(held), limit != MemoryLedger.UNLIMITED ? "of " + grouped(limit)
            : held > described ? "more than the card of the profile has: " + grouped(described) : "");
        holdings.stream().filter(each -> !each.isCharged()).forEach(each -> table.row(each.what(), grouped(each.bytes()), "not counted"));
        return table;
    }

    /** {@return the fields for programs, without {@code holders}} */
    public Map<String, Object> sums() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("heldBytes", held);
        if (limit != MemoryLedger.UNLIMITED) {
            fields.put("limitBytes", limit);
        }
        if (described != MemoryLedger.UNLIMITED) {
            fields.put("profileBytes", described);
        }
        return fields;
    }

    /** {@return the fields for programs} */
    public Map<String, Object> json() {
        Map<String, Object> fields = sums();
        fields.put("holders", holdings.stream().map(each -> Map.of("holder", each.what(), "bytes", each.bytes(), "counted",
            each.isCharged())).toList());
        fields.put("lastRefusal", lastRefusal);
        return fields;
    }

    @Override
    public String toString() {
        return table().toString();
    }

    /**
     * Refuses a card that holds more than it has.
     *
     * @param iop whose card it is
     * @param ledger of the card
     * @throws SystemFileException when it does; under its line stands who holds what
     */
    static void require(IopDescription iop, MemoryLedger ledger) {
        if (ledger.left() < 0) {
            throw new SystemFileException(iop.position(), "the card of '" + iop.name() + "' has " + grouped(ledger.limit())
                + " bytes of memory, and what runs on it takes " + grouped(ledger.held())
                + ": give it more, or smaller buffers and queues (docs/system-files.md)", of(ledger).toString());
        }
    }

    private static String grouped(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes);
    }
}

package dev.spine.system;

import dev.spine.iop.bus.MemoryLedger;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Who holds what of a card's memory, as people read it. Any thread. */
public final class MemoryTable {
    private MemoryTable() {}

    /**
     * {@return the table: the largest holder first, then the sum, then what is not counted}
     *
     * @param ledger of the card
     */
    public static TextTable of(MemoryLedger ledger) {
        return of(ledger, MemoryLedger.UNLIMITED);
    }

    /**
     * {@return the same, and the sum says whether it is more than the machine's cards have}
     *
     * @param ledger of the card
     * @param described bytes of memory that a card of the machine's profile has
     */
    public static TextTable of(MemoryLedger ledger, long described) {
        List<MemoryLedger.Holding> holdings = new ArrayList<>(ledger.holdings());
        holdings.sort(Comparator.comparingLong(MemoryLedger.Holding::bytes).reversed());
        TextTable table = new TextTable("holder", "bytes", "");
        holdings.stream().filter(MemoryLedger.Holding::isCharged).forEach(held -> table.row(held.what(), grouped(held.bytes()), ""));
        table.row("all of these", grouped(ledger.held()), ledger.limit() != MemoryLedger.UNLIMITED ? "of " + grouped(ledger.limit())
            : ledger.held() > described ? "more than the card of the profile has: " + grouped(described) : "");
        holdings.stream().filter(held -> !held.isCharged())
            .forEach(held -> table.row(held.what(), grouped(held.bytes()), "not counted"));
        return table;
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

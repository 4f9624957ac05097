package dev.spine.command.route.service;

import com.google.common.collect.ImmutableMap;
import dev.spine.extension.services.host.accounting.FlowCollector;
import java.util.List;
import java.util.Map;

/**
 * What the accounting of a card has told the host. Any thread.
 *
 * @param flows that are in the card's table, and have no record yet
 * @param prefixes what was counted for each
 * @param records what has come
 * @param book the flows of which records have come
 */
public record AccountingReading(int flows, List<Prefix> prefixes, FlowCollector.Sums records, FlowRegistry book) {
    /** Keeps its own list. */
    public AccountingReading {
        prefixes = List.copyOf(prefixes);
    }

    /**
     * A prefix.
     *
     * @param text as it was written
     * @param totals what was counted for it
     */
    public record Prefix(String text, FlowCollector.PrefixTotals totals) {}

    /**
     * {@return the members of an object}
     *
     * @param most flows, those with the most bytes
     */
    public Map<String, Object> members(int most) {
        List<Map.Entry<FlowRegistry.Flow, FlowRegistry.Sum>> all = book.largest(FlowRegistry.MAX_FLOWS);
        FlowRegistry.Sum others = all.stream().skip(most).map(Map.Entry::getValue).reduce(book.forgotten(), FlowRegistry.Sum::plus);
        return ImmutableMap.of(
            "flowsOnCard", flows,
            "flowRecords", records.records(),
            "flowRecordsMissing", records.missing(),
            "prefixes", prefixes.stream().map(AccountingReading::prefix).toList(),
            "flows", all.stream().limit(most).map(each -> flow(each.getKey(), each.getValue())).toList(),
            "packetsOfOtherFlows", others.packets(),
            "bytesOfOtherFlows", others.bytes());
    }

    private static Map<String, Object> prefix(Prefix prefix) {
        FlowCollector.PrefixTotals totals = prefix.totals();
        return ImmutableMap.of("prefix", prefix.text(), "packetsFrom", totals.packetsFrom(), "bytesFrom", totals.bytesFrom(),
            "packetsTo", totals.packetsTo(), "bytesTo", totals.bytesTo());
    }

    private static Map<String, Object> flow(FlowRegistry.Flow flow, FlowRegistry.Sum sum) {
        return ImmutableMap.of(
            "protocol", flow.protocol(),
            "source", flow.source().getHostAddress(),
            "sourcePort", flow.sourcePort(),
            "destination", flow.destination().getHostAddress(),
            "destinationPort", flow.destinationPort(),
            "packets", sum.packets(),
            "bytes", sum.bytes());
    }
}

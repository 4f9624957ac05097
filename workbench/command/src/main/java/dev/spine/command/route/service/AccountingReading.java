package dev.spine.command.route.service;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.extension.services.host.accounting.FlowCollector;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What the accounting of a card has told the host.
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
     * Writes the members of an object.
     *
     * @param json takes them
     * @param most flows, those with the most bytes
     * @throws IOException the generator's
     */
    public void write(JsonGenerator json, int most) throws IOException {
        json.writeNumberField("flowsOnCard", flows);
        json.writeNumberField("flowRecords", records.records());
        json.writeNumberField("flowRecordsMissing", records.missing());
        json.writeArrayFieldStart("prefixes");
        for (Prefix prefix : prefixes) {
            json.writeStartObject();
            json.writeStringField("prefix", prefix.text());
            json.writeNumberField("packetsFrom", prefix.totals().packetsFrom());
            json.writeNumberField("bytesFrom", prefix.totals().bytesFrom());
            json.writeNumberField("packetsTo", prefix.totals().packetsTo());
            json.writeNumberField("bytesTo", prefix.totals().bytesTo());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("flows");
        List<Map.Entry<FlowRegistry.Flow, FlowRegistry.Sum>> all = book.largest(FlowRegistry.MAX_FLOWS);
        for (Map.Entry<FlowRegistry.Flow, FlowRegistry.Sum> each : all.subList(0, Math.min(most, all.size()))) {
            json.writeStartObject();
            json.writeNumberField("protocol", each.getKey().protocol());
            json.writeStringField("source", each.getKey().source().getHostAddress());
            json.writeNumberField("sourcePort", each.getKey().sourcePort());
            json.writeStringField("destination", each.getKey().destination().getHostAddress());
            json.writeNumberField("destinationPort", each.getKey().destinationPort());
            json.writeNumberField("packets", each.getValue().packets());
            json.writeNumberField("bytes", each.getValue().bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        FlowRegistry.Sum others = all.stream().skip(most).map(Map.Entry::getValue).reduce(book.forgotten(), FlowRegistry.Sum::plus);
        json.writeNumberField("packetsOfOtherFlows", others.packets());
        json.writeNumberField("bytesOfOtherFlows", others.bytes());
    }
}

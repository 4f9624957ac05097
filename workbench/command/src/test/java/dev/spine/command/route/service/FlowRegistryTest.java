package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.services.host.accounting.FlowRecord;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Records of flows add up, however many flows there are. */
class FlowRegistryTest {
    private static FlowRecord record(int port, long packets) throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(new byte[] {10, 0, (byte) (port >> 16), 1});
        return new FlowRecord(4, 17, 0, 0, address, port & 0xFFFF, address, 53, packets, packets * 100, 0, 1);
    }

    @Test
    void recordsOfOneFlowAreOneAndThoseWithTheMostBytesComeFirst() throws UnknownHostException {
        FlowRegistry book = new FlowRegistry();
        book.add(record(1, 5));
        book.add(record(2, 7));
        book.add(record(1, 3));
        assertEquals(2, book.largest(10).size());
        assertEquals(new FlowRegistry.Sum(8, 800), book.largest(1).getFirst().getValue());
        assertEquals(new FlowRegistry.Sum(0, 0), book.forgotten());
    }

    @Test
    void ofTooManyTheOldestAreASumAndNothingIsLost() throws UnknownHostException {
        FlowRegistry book = new FlowRegistry();
        int count = FlowRegistry.MAX_FLOWS + 10;
        for (int i = 0; i < count; i++) {
            book.add(record(i, 1));
            // Heard of again and again, so never the oldest.
            book.add(record(0, 1));
        }
        assertEquals(FlowRegistry.MAX_FLOWS, book.largest(count).size());
        long packets = book.largest(count).stream().mapToLong(each -> each.getValue().packets()).sum() + book.forgotten().packets();
        assertEquals(2L * count, packets);
        assertEquals(10, book.forgotten().packets());
        assertEquals(count + 1, book.largest(1).getFirst().getValue().packets());
    }
}

package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.nbd.NbdClient.OptionReply;
import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What client and server say before the first request. */
@Timeout(60)
class NegotiationTest {
    private static final int ACK = 1;
    private static final int CONTEXT = 4;
    private static final String ALLOCATION = "base:allocation";
    private static final int UNSUP = 0x8000_0001;
    private static final int INVALID = 0x8000_0003;
    private static final int UNKNOWN = 0x8000_0006;
    private static final int TOO_BIG = 0x8000_0009;
    private static final int FLAGS = 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 11;

    @TempDir
    private Path directory;
    private NbdNode node;
    private NbdClient client;

    @BeforeEach
    void connect() throws IOException {
        node = new NbdNode(directory);
        client = node.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        node.close();
    }

    @Test
    void theServerIsListedByItsAddressesUntilItIsClosed() {
        Set<String> addresses = Set.of("NBD at " + node.socket, "NBD at 127.0.0.1:" + node.port);
        assertTrue(node.counted().containsAll(addresses), () -> node.counted().toString());
        node.tasks.run(node.server::close);
        node.tasks.run(node.server::close);
        assertEquals(0, node.count(Counter.BROKEN));
        assertTrue(Collections.disjoint(addresses, node.counted()), () -> node.counted().toString());
    }

    @Test
    void theServerOffersFixedNewstyleAndNoZeroes() throws IOException {
        assertEquals(3, client.greet(3));
    }

    @Test
    void exportNameBeginsTransmissionAtOnce() throws IOException {
        client.greet(3);
        client.send(NbdClient.option(1, "disk".getBytes(StandardCharsets.UTF_8)));
        ByteBuffer answer = client.receive(10);
        assertEquals(NbdNode.CAPACITY, answer.getLong());
        assertEquals(FLAGS, answer.getShort());
        assertEquals(0, client.write(0, new byte[512], 0));
    }

    @Test
    void exportNameIsPaddedForClientsThatDidNotAskForLess() throws IOException {
        client.greet(1);
        client.send(NbdClient.option(1));
        ByteBuffer answer = client.receive(10 + 124);
        assertEquals(NbdNode.CAPACITY, answer.getLong());
        byte[] padding = new byte[124];
        answer.get(10, padding);
        assertArrayEquals(new byte[124], padding);
        assertEquals(0, client.write(0, new byte[512], 0));
    }

    @Test
    void exportNameOfNothingThatExistsClosesTheConnection() throws IOException {
        client.greet(3);
        client.send(NbdClient.option(1, "nothing".getBytes(StandardCharsets.UTF_8)));
        assertThrows(EOFException.class, () -> client.receive(1));
        node.awaitCount(Counter.UNKNOWN_EXPORTS, 1);
    }

    @Test
    void goTellsSizeFlagsAndBlockSizes() throws IOException {
        client.greet(3);
        List<OptionReply> replies = client.ask(7, NbdClient.nameAndRequests("sectors4k", 3));
        assertEquals(List.of(3, 3, ACK), replies.stream().map(OptionReply::type).toList());
        ByteBuffer export = ByteBuffer.wrap(replies.getFirst().data());
        assertEquals(0, export.getShort());
        assertEquals(NbdNode.CAPACITY, export.getLong());
        assertEquals(FLAGS, export.getShort());
        ByteBuffer sizes = ByteBuffer.wrap(replies.get(1).data());
        assertEquals(3, sizes.getShort());
        assertEquals(1, sizes.getInt());
        assertEquals(4096, sizes.getInt());
        assertEquals(32 << 20, sizes.getInt());
        assertEquals(0, client.write(0, new byte[4096], 0));
    }

    @Test
    void structuredRepliesAddTheFlagThatForbidsFragments() throws IOException {
        client.greet(3);
        assertEquals(ACK, client.ask(8).getLast().type());
        OptionReply export = client.ask(6, NbdClient.nameAndRequests("")).getFirst();
        assertEquals(FLAGS | 1 << 7, ByteBuffer.wrap(export.data()).getShort(10));
    }

    @Test
    void aReadOnlyExportSaysSoAndOffersNoChanges() throws IOException {
        client.greet(3);
        OptionReply export = client.ask(6, NbdClient.nameAndRequests("locked")).getFirst();
        assertEquals(1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 8 | 1 << 10, ByteBuffer.wrap(export.data()).getShort(10));
    }

    @Test
    void infoTellsNameAndDescriptionAndLeavesTheNegotiationOpen() throws IOException {
        client.greet(3);
        List<OptionReply> replies = client.ask(6, NbdClient.nameAndRequests("", 1, 2));
        assertEquals("disk", new String(replies.get(1).data(), 2, 4, StandardCharsets.UTF_8));
        assertEquals("the first one", new String(replies.get(2).data(), 2, 13, StandardCharsets.UTF_8));
        assertEquals(ACK, client.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
    }

    @Test
    void listNamesAllExportsInOrder() throws IOException {
        client.greet(3);
        List<OptionReply> replies = client.ask(3);
        assertEquals(List.of("disk", "locked", "sectors4k"), replies.stream().filter(reply -> reply.type() == 2)
            .map(reply -> new String(reply.data(), 4, reply.dataInt(0), StandardCharsets.UTF_8)).toList());
    }

    @Test
    void abortIsAcknowledgedAndCloses() throws IOException {
        client.greet(3);
        assertEquals(ACK, client.ask(2).getLast().type());
        assertThrows(EOFException.class, () -> client.receive(1));
    }

    @Test
    void encryptionAndUnknownOptionsAreRefusedAndTheNegotiationGoesOn() throws IOException {
        client.greet(3);
        for (int option : new int[] {5, 11, 4, 12, 0x7fff_ffff, -1}) {
            OptionReply refusal = client.ask(option, new byte[option & 15]).getLast();
            assertEquals(UNSUP, refusal.type());
            assertEquals(option, refusal.option());
        }
        assertEquals(6, node.count(Counter.UNSUPPORTED_OPTIONS));
        assertEquals(ACK, client.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
    }

    private List<String> contexts(int option, String export, String... queries) throws IOException {
        List<OptionReply> replies = client.ask(option, NbdClient.nameAndQueries(export, queries));
        assertEquals(ACK, replies.getLast().type());
        return replies.stream().filter(reply -> reply.type() == CONTEXT)
            .map(reply -> new String(reply.data(), 4, reply.data().length - 4, StandardCharsets.UTF_8)).toList();
    }

    @Test
    void theOneMetaContextIsFoundByItsNameAndByItsNamespace() throws IOException {
        client.greet(3);
        assertEquals(INVALID, client.ask(10, NbdClient.nameAndQueries("disk", ALLOCATION)).getLast().type(), "no structured replies yet");
        assertEquals(ACK, client.ask(8).getLast().type());
        assertEquals(List.of(ALLOCATION), contexts(9, "disk"), "all of them");
        assertEquals(List.of(ALLOCATION), contexts(9, "", "base:"));
        assertEquals(List.of(ALLOCATION), contexts(9, "disk", "qemu:dirty-bitmap:x", ALLOCATION));
        assertEquals(List.of(), contexts(9, "disk", "qemu:"));
        assertEquals(List.of(ALLOCATION), contexts(10, "disk", ALLOCATION, ALLOCATION));
        assertEquals(List.of(), contexts(10, "disk", "base:"), "a namespace names none that could be set");
        assertEquals(List.of(), contexts(10, "disk"));
        assertEquals(List.of(), contexts(9, "sectors4k"), "nobody knows where it has holes");
        assertEquals(UNKNOWN, client.ask(10, NbdClient.nameAndQueries("nothing", ALLOCATION)).getLast().type());
        for (int cut = 0; cut < 30; cut++) {
            byte[] whole = NbdClient.nameAndQueries("disk", ALLOCATION);
            assertEquals(INVALID, client.ask(10, Arrays.copyOf(whole, Math.min(cut, whole.length - 1))).getLast().type(), "cut at " + cut);
        }
        byte[] many = NbdClient.nameAndQueries("disk", ALLOCATION);
        ByteBuffer.wrap(many).putInt(8, Integer.MAX_VALUE);
        assertEquals(INVALID, client.ask(10, many).getLast().type());
        ByteBuffer.wrap(many).putInt(8, -1);
        assertEquals(INVALID, client.ask(10, many).getLast().type());
        assertEquals(ACK, client.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
    }

    @Test
    void aClientThatNamesNoExportIsRefusedUnlessOneIsForIt() throws IOException {
        client.greet(3);
        assertEquals(ACK, client.ask(6, NbdClient.nameAndRequests("")).getLast().type());
        try (NbdNode strict = new NbdNode(Files.createDirectory(directory.resolve("strict")), "");
                NbdClient named = strict.connect();
                NbdClient old = strict.connect()) {
            named.greet(3);
            assertEquals(UNKNOWN, named.ask(6, NbdClient.nameAndRequests("")).getLast().type());
            assertEquals(UNKNOWN, named.ask(7, NbdClient.nameAndRequests("")).getLast().type());
            assertEquals(ACK, named.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
            old.greet(3);
            old.send(NbdClient.option(1));
            assertThrows(EOFException.class, () -> old.receive(1));
            strict.awaitCount(Counter.UNKNOWN_EXPORTS, 3);
        }
    }

    @Test
    void malformedOptionsAreRefusedAndTheNegotiationGoesOn() throws IOException {
        client.greet(3);
        assertEquals(INVALID, client.ask(3, new byte[1]).getLast().type());
        assertEquals(INVALID, client.ask(8, new byte[4]).getLast().type());
        for (int length : new int[] {0, 1, 5, 7}) {
            assertEquals(INVALID, client.ask(7, new byte[length]).getLast().type(), "GO of " + length + " bytes");
        }
        byte[] nameTooLong = ByteBuffer.allocate(10).putInt(5).array();
        assertEquals(INVALID, client.ask(6, nameTooLong).getLast().type());
        byte[] negative = ByteBuffer.allocate(10).putInt(-1).array();
        assertEquals(INVALID, client.ask(6, negative).getLast().type());
        byte[] moreRequestsThanSent = ByteBuffer.allocate(8).putInt(0).putShort((short) 2).array();
        assertEquals(INVALID, client.ask(7, moreRequestsThanSent).getLast().type());
        assertEquals(9, node.count(Counter.MALFORMED_OPTIONS));
        assertEquals(UNKNOWN, client.ask(7, NbdClient.nameAndRequests("nothing")).getLast().type());
        assertEquals(ACK, client.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
    }

    @Test
    void anOptionOfTooManyBytesIsPassedOverAndRefused() throws IOException {
        client.greet(3);
        assertEquals(TOO_BIG, client.ask(6, new byte[700_000]).getLast().type());
        assertEquals(ACK, client.ask(7, NbdClient.nameAndRequests("disk")).getLast().type());
        assertEquals(1, node.count(Counter.OVERSIZE_OPTIONS));
    }

    @Test
    void anOptionWithAnAbsurdLengthClosesTheConnection() throws IOException {
        client.greet(3);
        client.send(ByteBuffer.allocate(16).putLong(0x49484156454f5054L).putInt(6).putInt(-2).flip());
        assertThrows(EOFException.class, () -> client.receive(1));
        assertEquals(1, node.count(Counter.OVERSIZE_OPTIONS));
    }

    @Test
    void aWrongMagicOrUnknownFlagsCloseTheConnection() throws IOException {
        client.greet(3);
        client.send(ByteBuffer.allocate(16).putLong(0x49484156454f5055L).flip().limit(16));
        assertThrows(EOFException.class, () -> client.receive(1));
        try (NbdClient other = node.connect()) {
            other.greet(0x10);
            assertThrows(EOFException.class, () -> other.receive(1));
        }
        assertEquals(2, node.count(Counter.BAD_NEGOTIATIONS));
    }

    @Test
    void optionsWithoutEndCloseTheConnection() throws IOException {
        client.greet(3);
        for (int i = 0; i < NbdNode.SETTINGS.options(); i++) {
            client.ask(5);
        }
        client.send(NbdClient.option(5));
        assertThrows(EOFException.class, () -> client.receive(1));
        assertEquals(1, node.count(Counter.OPTION_FLOODS));
    }

    @Test
    void optionsSentAllAtOnceAreAnsweredInOrder() throws IOException {
        client.greet(3);
        ByteBuffer many = ByteBuffer.allocate(16 * 20);
        for (int i = 0; i < 20; i++) {
            many.put(NbdClient.option(100 + i));
        }
        client.send(many.flip());
        for (int i = 0; i < 20; i++) {
            assertEquals(100 + i, client.optionReply().option());
        }
    }
}

package dev.spine.i2o;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RepliesTest {
    private final MessageFrame request = Frames.ofWords("00080061 A2001020 0000AAAA 0000BBBB");

    @Test
    void aReplyRepeatsTargetInitiatorAndContextsUnchanged() {
        MessageFrame reply = Frames.slot(64);
        Replies.single(request, reply, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
        assertEquals("0005C001 A2001020 0000AAAA 0000BBBB 00000000", Frames.words(reply));
    }

    @Test
    void aReplyCarriesPayloadWords() {
        MessageFrame reply = Frames.slot(64);
        Replies.single(request, reply, RequestStatus.ERROR_PARTIAL_TRANSFER, 0x18, 0x1000);
        assertEquals("0006C001 A2001020 0000AAAA 0000BBBB 06000018 00001000", Frames.words(reply));
        Replies.single(request, reply, RequestStatus.SUCCESS, 0, 1, 2);
        assertEquals("0007C001 A2001020 0000AAAA 0000BBBB 00000000 00000001 00000002", Frames.words(reply));
    }

    @Test
    void aTransactionErrorNamesTheOffendingField() {
        MessageFrame reply = Frames.slot(64);
        Replies.transactionError(request, reply, DetailedStatus.INVALID_PARAMETER, 24);
        assertEquals("0007C001 A2001020 0000AAAA 0000BBBB 0B000011 00000018 00000000", Frames.words(reply));
    }

    @Test
    void aTransportFailureNamesThePreservedFrame() {
        MessageFrame reply = Frames.slot(64);
        Replies.transportFailure(request, reply, FailureCode.CONGESTION, 2, 3, 0x5000);
        assertEquals("0009E001 A2001020 0000AAAA 00000000 83080101 00030002 00000000 00005000 00000000", Frames.words(reply));
    }

    @Test
    void aReplyMayOverwriteItsRequest() {
        Replies.transactionError(request, request, DetailedStatus.UNKNOWN_FUNCTION, 0);
        assertEquals("0007C001 A2001020 0000AAAA 0000BBBB 0B000019 00000000 00000000", Frames.words(request));
    }
}

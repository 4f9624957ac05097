package dev.spine.device.wire.capture;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * The bytes of one file while it is read: unpacked, counted, limited, and with a name for messages. An end inside the
 * compressed data is an end like any other, for a recorder that is killed leaves just that. One thread.
 */
final class PcapInput {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int GZIP_FIRST_BYTE = 0x1F;
    private static final int GZIP_SECOND_BYTE = 0x8B;

    private final String name;
    private final InputStream in;
    private final long limitBytes;
    private final byte[] unwanted = new byte[BUFFER_BYTES];
    private long position;
    private boolean torn;

    private PcapInput(String name, InputStream in, long limitBytes) {
        this.name = name;
        this.in = in;
        this.limitBytes = limitBytes;
    }

    /** Looks at the first two bytes, and unpacks if they are those of gzip. Closes nothing, now or later. */
    static PcapInput open(String name, InputStream file, long limitBytes) throws CaptureException {
        try {
            BufferedInputStream buffered = new BufferedInputStream(file, BUFFER_BYTES);
            buffered.mark(2);
            boolean gzip = buffered.read() == GZIP_FIRST_BYTE && buffered.read() == GZIP_SECOND_BYTE;
            buffered.reset();
            InputStream in = gzip ? new BufferedInputStream(new GZIPInputStream(buffered, BUFFER_BYTES), BUFFER_BYTES) : buffered;
            return new PcapInput(name, in, limitBytes);
        } catch (EOFException e) {
            throw new CaptureException(name, 0, "the compressed file ends in its header", "copy or record it again", e);
        } catch (IOException e) {
            throw new CaptureException(name, 0, "cannot be read (" + oneLine(e) + ")", "copy or record it again", e);
        }
    }

    /** Bytes handed out so far. */
    long position() {
        return position;
    }

    /** True once the compressed data has ended before its own end mark. */
    boolean isTorn() {
        return torn;
    }

    /**
     * Fills {@code target} from {@code offset} on with {@code wanted} bytes.
     *
     * @return {@code wanted}, or less if the file ends here
     */
    int read(byte[] target, int offset, int wanted) throws CaptureException {
        int done = 0;
        try {
            while (done < wanted) {
                int count = in.read(target, offset + done, wanted - done);
                if (count < 0) {
                    break;
                }
                done += count;
            }
        } catch (EOFException e) {
            torn = true;
        } catch (IOException e) {
            throw new CaptureException(
                    name, position + done, "cannot be read further (" + oneLine(e) + ")", "copy or record it again", e);
        }
        position += done;
        if (position > limitBytes) {
            throw refuse(
                    limitBytes,
                    "the capture is longer than the " + limitBytes + " bytes that are read",
                    "split it (editcap -c) and use a part");
        }
        return done;
    }

    /**
     * Passes over bytes that nobody wants.
     *
     * @return false when the file ends before
     */
    boolean skip(long bytes) throws CaptureException {
        long rest = bytes;
        while (rest > 0) {
            int count = (int) Math.min(rest, unwanted.length);
            if (read(unwanted, 0, count) < count) {
                return false;
            }
            rest -= count;
        }
        return true;
    }

    /** Refuses lengths that no packet has. They stand one behind the other, the captured one at {@code atByte}. */
    void checkLengths(long atByte, long capturedBytes, long wireBytes) throws CaptureException {
        if (capturedBytes > CaptureRecord.MAX_PACKET_BYTES) {
            throw refuse(
                    atByte,
                    "a packet of " + capturedBytes + " bytes, but none is longer than " + CaptureRecord.MAX_PACKET_BYTES,
                    "the file is damaged here, record it again");
        }
        if (capturedBytes > wireBytes) {
            throw refuse(
                    atByte + Integer.BYTES,
                    "a packet with " + capturedBytes + " bytes recorded of " + wireBytes + " sent",
                    "the file is damaged here, record it again");
        }
    }

    /** The refusal of this file at this byte. */
    CaptureException refuse(long byteOffset, String reason, String remedy) {
        return new CaptureException(name, byteOffset, reason, remedy);
    }

    /** What an exception of the library says, in one line. */
    static String oneLine(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
    }
}

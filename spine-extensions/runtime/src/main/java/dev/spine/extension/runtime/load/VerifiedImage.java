package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.meter.Metering;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.MalformedException;
import dev.spine.extension.runtime.verify.Verification;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An image on its way through verdict and meter: the bytes of a jar go in, the metered classes or the refusal come out. It knows nothing of
 * a card. Belongs to whoever verifies it, and before and after that to the agent.
 */
public final class VerifiedImage {
    private final int requester;
    private final byte[] jar;
    private final Probes probes;
    private final Metering metering;
    private volatile boolean abandoned;
    private @Nullable ExtensionImage image;
    private @Nullable MeteredImage metered;
    private @Nullable ExtensionException refusal;
    private int bytes;
    private long tookNs;

    /**
     * What is verified.
     *
     * @param jar the bytes
     * @param probes what its code shall tell of itself
     * @param metering whether its code is charged
     */
    record Content(ByteBuffer jar, Probes probes, Metering metering) {}

    /**
     * An image to be verified.
     *
     * @param requester the owner who wants it verified
     * @param jar its bytes, which nobody changes
     * @param probes what its code shall tell of itself
     * @param metering whether its code is charged
     */
    public VerifiedImage(int requester, byte[] jar, Probes probes, Metering metering) {
        this.requester = requester;
        this.jar = jar;
        this.probes = probes;
        this.metering = metering;
        this.bytes = jar.length;
    }

    /** Nobody wants it any more: what has not been done yet is left out. On the agent. */
    public void abandon() {
        abandoned = true;
    }

    /** {@return the owner who wants it verified} */
    public int requester() {
        return requester;
    }

    /** Reads, verifies and meters the image. */
    void examine() {
        if (abandoned) {
            return;
        }
        try {
            ExtensionImage read = ExtensionImage.parse(jar);
            bytes = Math.max(jar.length, read.classes().values().stream().mapToInt(one -> one.length).sum());
            Verification verification = read.examine();
            verification.verdict().require();
            metered = MeteredImage.of(read.entryClass(), verification.classes(), verification.code(), probes, metering);
            image = read;
        } catch (ExtensionException e) {
            refusal = e;
        } catch (RuntimeException | Error e) {
            // Whatever an image does to its verify is said of the image; a class of the verifier that an overflow of the stack has kept
            // from being initialised is a LinkageError from then on.
            refusal = new MalformedException("the image cannot be verified: " + FailureText.of(e), e);
        }
    }

    /** {@return what its verdict depends on, and nothing else does} */
    Content content() {
        return new Content(ByteBuffer.wrap(jar), probes, metering);
    }

    /** {@return whether it was examined and accepted} */
    boolean isAccepted() {
        return metered != null;
    }

    /** Takes what was found of an accepted image of the same content. */
    void found(VerifiedImage same) {
        image = same.image;
        metered = same.metered;
        bytes = same.bytes;
    }

    /** {@return the bytes that were verified: of the jar, or of what it unpacks to if that is more} */
    int bytes() {
        return bytes;
    }

    /** Says how long a processor verified it. */
    void took(long ns) {
        tookNs = ns;
    }

    /** {@return how long a processor verified it, in nanoseconds} */
    public long tookNs() {
        return tookNs;
    }

    /**
     * {@return the metered image, after it was verified}
     *
     * @throws ExtensionException with the verdict, when it was refused
     */
    public AcceptedImages.Accepted require() throws ExtensionException {
        ExtensionException why = refusal;
        if (why != null) {
            throw why;
        }
        ExtensionImage read = image;
        MeteredImage classes = metered;
        if (read == null || classes == null) {
            throw new ExtensionException("the image was not verified: try again");
        }
        return new AcceptedImages.Accepted(jar, read.name(), read.entryClass(), classes);
    }
}

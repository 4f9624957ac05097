package dev.spine.extension.runtime.load;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Verifies images on the agent that asks. */
public final class VerifyAtOnce extends ImageVerifier {
    /** What verifying a byte is said to take, about as it does on a processor of today: the modelled engine has no clock for it. */
    public static final long NS_PER_BYTE = 250;

    private static final int MAX_KNOWN = 16;
    /** What was accepted last, under its own lock: who compares models builds many with the same images. It saves no modelled time. */
    private static final Map<VerifiedImage.Content, VerifiedImage> KNOWN = new LinkedHashMap<>(MAX_KNOWN, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<VerifiedImage.Content, VerifiedImage> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    @Override
    public Admission begin(VerifiedImage image) {
        VerifiedImage known;
        synchronized (KNOWN) {
            known = KNOWN.get(image.content());
        }
        if (known != null) {
            image.found(known);
        } else {
            image.examine();
            remember(image);
        }
        image.took(image.bytes() * NS_PER_BYTE);
        return Admission.VERIFIED;
    }

    private static void remember(VerifiedImage image) {
        if (image.isAccepted()) {
            synchronized (KNOWN) {
                KNOWN.put(image.content(), image);
            }
        }
    }

    @Override
    public @Nullable VerifiedImage poll() {
        return null;
    }
}

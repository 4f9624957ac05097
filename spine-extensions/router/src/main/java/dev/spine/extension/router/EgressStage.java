package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/**
 * A service that sees each frame on the card by whose wire it leaves, just before: it may change it, drop it, or hold it for later.
 *
 * <p>An extension of that card offers it to the router in its start, by this interface's name and the stage's number as the version:
 *
 * <pre>{@code
 * context.services().export(EgressStages.SERVICE, EgressStages.SHAPING, ServiceRights.OWNER, 20_000, this);
 * }</pre>
 *
 * <p>The router's parameter {@code egress} says which stages there are, and in which order frames go through them: {@code
 * egress=masquerade,shaping}. A stage that is in the parameter and is not there lets nothing pass: frames are dropped and counted until it
 * is. The jar of the stage has a copy of this interface ({@code PackagedExtension.image(name, entry, EgressStage.class)}).
 *
 * <p>Called on the card's agent thread, in the router's activation and at its cost. A stage does not call the router's {@link Forwarding}
 * from here; what it holds back it sends itself by {@code ExtensionContext.transmit}, from a timer or from the end of a burst, and such
 * frames go through no further stage.
 */
public interface EgressStage {
    /** A frame is dropped by the stage, which counts it. */
    int DROPPED = 0;
    /** The stage has copied the frame and sends it later. */
    int TAKEN = -1;

    /**
     * A frame is about to leave.
     *
     * @param frame holds the frame, writable; the bytes beside it are other frames
     * @param offset where its MAC header begins
     * @param bytes how many, at least 14
     * @param ingressPort the port that it came in by; 0 for one of the card's own
     * @return how many bytes to send now from {@code offset} on, at most as many as there were; {@link #DROPPED} or {@link #TAKEN}
     */
    int onEgress(Buffer frame, int offset, int bytes, int ingressPort);
}

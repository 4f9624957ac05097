package dev.spine.extension.host;

import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import org.jspecify.annotations.Nullable;

/** Receives messages of extensions, with their data. Called on the host's agent. */
@FunctionalInterface
public interface DataListener {
    /**
     * A message has arrived, and all of its data.
     *
     * @param message user words begin at word 4; valid during the call
     * @param data what it brings, null when it brings none; valid during the call, and longer if it is {@linkplain ReceivedData#keep kept}
     */
    void onMessage(MessageFrame message, @Nullable ReceivedData data);

    /**
     * Nothing more will arrive: the IOP was reset and has forgotten who listens, or another application listens in this one's place. Listen
     * again when the extensions are there again.
     *
     * @param why what has happened to the IOP; null when somebody else listens
     */
    default void onEnd(@Nullable RequestFailure why) {
        // Who has loaded the extensions knows when they are gone.
    }
}

/**
 * The host's side of the extension runtime: what an application on the host uses to bring extensions onto a card and to talk to them.
 *
 * <p>{@link dev.spine.extension.host.PackagedExtension} packs the classes of an extension into the image that a runtime takes,
 * {@link dev.spine.extension.host.RuntimeClient} loads, lists and unloads it and exchanges small messages with it. What a client
 * does is the same wherever extensions run, {@link dev.spine.extension.host.ExtensionClient}; the host's own runtime is in the package
 * {@code kernel}. Messages with data come to a {@link dev.spine.extension.host.DataListener}, into
 * {@linkplain dev.spine.extension.host.LentBuffers buffers} that the application lends for them. What belongs to one instance listens by
 * {@link dev.spine.extension.host.InstanceMessages} or {@link dev.spine.extension.host.InstanceData}, which end with a reset of the card,
 * after which another instance may have the number. A refusal arrives as an
 * {@link dev.spine.extension.host.ExtensionRefusedException} with the runtime's verdict. All of it is control code: it is called from
 * outside the host's agent and waits there for the runtime's answers (SPINE SIGOPS 1998, section 3.1).
 */
@NullMarked
package dev.spine.extension.host;

import org.jspecify.annotations.NullMarked;

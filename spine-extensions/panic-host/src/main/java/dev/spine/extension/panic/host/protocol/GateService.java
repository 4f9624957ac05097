package dev.spine.extension.panic.host.protocol;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What the host does with requests that have passed a gate: opens them, answers, seals the answer and sends it. On the host's agent. */
public final class GateService implements Consumer<GateRequest> {
    private final GateSecrets secrets;
    private final HostMachine machine;
    private final UnaryOperator<byte[]> work;
    private long answered;
    private long forged;

    /**
     * A service.
     *
     * @param secrets of its clients
     * @param machine sends the answers
     * @param work what becomes of a body, 16 bytes, for the answer
     */
    public GateService(GateSecrets secrets, HostMachine machine, UnaryOperator<byte[]> work) {
        this.secrets = secrets;
        this.machine = machine;
        this.work = work;
    }

    @Override
    public void accept(GateRequest request) {
        Optional<byte[]> body = secrets.open(request.client(), request.number(), GateSecrets.Direction.REQUEST, request.sealed());
        if (body.isEmpty()) {
            forged++;
            return;
        }
        int[] sealed = secrets.seal(request.client(), request.number(), GateSecrets.Direction.ANSWER, work.apply(body.get()));
        int[] words = new int[1 + sealed.length];
        words[0] = request.number();
        System.arraycopy(sealed, 0, words, 1, sealed.length);
        if (machine.send(request.answerTo(), GateClient.PROGRAM, GateClient.ANSWER, words)) {
            answered++;
        }
    }

    /** {@return answers that left} */
    public long answered() {
        return answered;
    }

    /** {@return requests that had a right hash and a wrong seal} */
    public long forged() {
        return forged;
    }
}

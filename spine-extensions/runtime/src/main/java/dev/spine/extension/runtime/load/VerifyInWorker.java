package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.WorkerTask;
import dev.spine.iop.engine.WorkerThread;
import dev.spine.iop.engine.live.ProcessorTime;
import org.jspecify.annotations.Nullable;

/** Verifies images on the thread beside the agents; they come back through a list that the agent consumes. Belongs to the agent. */
final class VerifyInWorker extends ImageVerifier {
    private final AgentContext agent;
    private final WorkerThread thread;
    private final DeliveryList<VerifiedImage> verified;

    VerifyInWorker(AgentContext agent, WorkerThread thread) {
        this.agent = agent;
        this.thread = thread;
        // What was given back may wait here while as much again is in flight.
        this.verified = DeliveryList.singleProducer(agent.path() + " verified images", WorkerThread.MAX + CardLimits.MAX_INSTANCES);
        agent.consumes(verified);
    }

    /** One image on its way. */
    private final class Errand extends WorkerTask {
        private final VerifiedImage image;

        Errand(VerifiedImage image) {
            super(image.requester());
            this.image = image;
        }

        @Override
        protected void work() {
            long begin = ProcessorTime.ofThisThreadNs();
            image.examine();
            image.took(ProcessorTime.ofThisThreadNs() - begin);
        }

        @Override
        protected void putBack() {
            verified.offerOrThrow(image);
            agent.wakeFromOutside();
        }
    }

    @Override
    public Admission begin(VerifiedImage image) {
        return thread.take(new Errand(image)) ? Admission.IN_FLIGHT : Admission.FULL;
    }

    @Override
    public @Nullable VerifiedImage poll() {
        return verified.poll();
    }
}

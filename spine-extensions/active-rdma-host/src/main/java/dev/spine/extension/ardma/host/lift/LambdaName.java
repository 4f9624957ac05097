package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.lift.Refusal.Reason;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out which method implements a lambda: serializing it names the method. */
final class LambdaName extends ObjectOutputStream {
    private @Nullable SerializedLambda found;

    private LambdaName() throws IOException {
        super(OutputStream.nullOutputStream());
        enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
        if (object instanceof SerializedLambda lambda) {
            found = lambda;
        }
        // Nothing else has to be written.
        return "";
    }

    /**
     * {@return the method that implements a lambda}
     *
     * @param body the lambda
     * @throws LiftException when it is none, or captures something, or the method is not static
     */
    static MethodName of(RoutineBody body) {
        SerializedLambda lambda;
        try (LambdaName names = new LambdaName()) {
            names.writeObject(body);
            lambda = names.found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Class<?> type = body.getClass();
        if (lambda == null) {
            throw new LiftException(List.of(new Refusal(Reason.LAMBDA, type.getName(), "run", type.getSimpleName(), 0,
                "is a class and no lambda")));
        }
        MethodName name = new MethodName(lambda.getImplClass(), lambda.getImplMethodName(), lambda.getImplMethodSignature());
        int captured = lambda.getCapturedArgCount();
        boolean isStatic = lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
        if (captured > 0 || !isStatic) {
            throw new LiftException(List.of(new Refusal(Reason.LAMBDA, name.owner().replace('/', '.'), name.name(),
                name.owner().substring(name.owner().lastIndexOf('/') + 1), 0,
                isStatic ? "uses " + captured + " values from around it" : "is a method of an object")));
        }
        return name;
    }
}

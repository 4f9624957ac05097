package dev.spine.perf.ruler.bridge;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.i2o.MessageFrame;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import sample.bridge.Look;

/** The work of {@link Look} on the types of native modules: of its very code. One agent. */
interface NativeWork {
    /** See {@link Look#output}. */
    int output(NativeHead packet);

    /** See {@link Look#pixels}. */
    int pixels(NativeHead packet);

    /** See {@link Look#answer}. */
    int answer(MessageFrame message, int first);

    /** A class is defined once. */
    NativeWork CODE = made();

    /** {@return the code of {@link Look}, with a view in the place of a buffer and a frame in that of a message} */
    private static NativeWork made() {
        Map<ClassDesc, ClassDesc> types = Map.of(type(Buffer.class), type(NativeHead.class), type(Message.class), type(MessageFrame.class));
        CodeTransform mapping = (to, element) -> {
            if (element instanceof InvokeInstruction call) {
                ClassDesc owner = call.owner().asSymbol();
                to.invoke(call.opcode(), types.getOrDefault(owner, owner), call.name().stringValue(), call.typeSymbol(), false);
            } else if (!(element instanceof LocalVariable)) {
                to.with(element);
            }
        };
        try (InputStream in = Look.class.getResourceAsStream("Look.class")) {
            byte[] look = in.readAllBytes();
            ClassDesc name = ClassDesc.of(NativeWork.class.getPackageName(), "NativeLook");
            byte[] made = ClassFile.of().build(name, to -> {
                to.withInterfaceSymbols(type(NativeWork.class));
                for (MethodModel method : ClassFile.of().parse(look).methods()) {
                    MethodTypeDesc type = method.methodTypeSymbol();
                    MethodTypeDesc mapped = MethodTypeDesc.of(type.returnType(),
                        type.parameterList().stream().map(each -> types.getOrDefault(each, each)).toList());
                    to.withMethod(method.methodName().stringValue(), mapped, method.flags().flagsMask(),
                        of -> of.transformCode(method.code().orElseThrow(), mapping));
                }
            });
            return (NativeWork) MethodHandles.lookup().defineClass(made).getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the work does not fit the native types", e);
        }
    }

    private static ClassDesc type(Class<?> type) {
        return ClassDesc.of(type.getName());
    }
}

package dev.spine.extension.runtime.meter;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Puts a report into metered code wherever a line of its source begins. For somebody who looks at single activations: the probes are not
 * charged, so that fuel is what it is without them.
 */
final class LineProbes {
    private static final MethodTypeDesc LINE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_int);

    private LineProbes() {}

    /**
     * {@return a metered class with probes}
     *
     * @param classFile what parses and writes the image's classes
     * @param metered a class as the meter has written it
     */
    static byte[] in(ClassFile classFile, byte[] metered) {
        ClassModel model = classFile.parse(metered);
        String file = model.findAttribute(Attributes.sourceFile()).map(LineProbes::name).orElse(model.thisClass().name().stringValue());
        return classFile.transformClass(model, ClassTransform.transformingMethodBodies((CodeTransform) (builder, element) -> {
            builder.with(element);
            if (element instanceof LineNumber line) {
                builder.getstatic(Names.HOLDER, Names.FIELD, Names.ACCOUNT).loadConstant(file).loadConstant(line.line())
                    .invokevirtual(Names.ACCOUNT, "line", LINE);
            }
        }));
    }

    private static String name(SourceFileAttribute attribute) {
        return attribute.sourceFile().stringValue();
    }
}
